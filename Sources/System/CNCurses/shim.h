// ncursesw with wide characters; functions for what curses has as macros, which Swift cannot see; and what may run in a
// signal handler, which Swift cannot promise.
//
// The state below is static: each object file that uses a function with it has its own. All of them are called in one
// Swift file.
#ifndef CNCURSES_SHIM_H
#define CNCURSES_SHIM_H

#define NCURSES_WIDECHAR 1
#define NCURSES_NOMACROS 1
#include <ncursesw/curses.h>

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

// Behind a feature macro that Swift's import does not set.
extern int wcwidth(wchar_t);
// In <term.h>, whose macros are names such as `lines`.
extern int setupterm(const char *, int, int *);

/// The columns of a character in the tables of a locale; negative where it has no width.
static inline int cncurses_width(wchar_t character, locale_t locale) {
  locale_t before = uselocale(locale);
  int width = wcwidth(character);
  uselocale(before);
  return width;
}

/// Whether the machine knows this kind of terminal, and it can move its cursor.
static inline int cncurses_knows_terminal(const char *name) {
  int error = 0;
  if (!name || setupterm(name, 1, &error) != OK) return 0;
  const char *move = tigetstr("cup");
  return move && move != (const char *)-1;
}

/// A terminal on input and output; null where curses does not know its kind.
static inline SCREEN *cncurses_new_screen(void) { return newterm(NULL, stdout, stdin); }

static inline WINDOW *cncurses_window(void) { return stdscr; }
static inline int cncurses_rows(void) { return LINES; }
static inline int cncurses_columns(void) { return COLS; }
static inline int cncurses_color_pairs(void) { return COLOR_PAIRS; }
/// Has the next refresh draw all of the screen.
static inline void cncurses_redraw(void) { clearok(curscr, 1); }

/// Draws printable ASCII in one style. What stands beyond the window's edge is not drawn.
static inline void cncurses_draw_ascii(
    WINDOW *window, int row, int column, const char *bytes, int count, attr_t attributes, short pair) {
  cchar_t cells[64];
  wchar_t text[2] = {0, 0};
  for (int start = 0; start < count; start += 64) {
    int length = count - start < 64 ? count - start : 64;
    for (int index = 0; index < length; index++) {
      text[0] = (unsigned char)bytes[start + index];
      setcchar(&cells[index], text, attributes, pair, NULL);
    }
    mvwadd_wchnstr(window, row, column + start, cells, length);
  }
}

static inline attr_t cncurses_bold(void) { return A_BOLD; }
static inline attr_t cncurses_dim(void) { return A_DIM; }
static inline attr_t cncurses_underline(void) { return A_UNDERLINE; }
static inline attr_t cncurses_reverse(void) { return A_REVERSE; }

/// Asks the terminal for what the mouse does. Presses are not waited for to become clicks.
static inline void cncurses_want_mouse(void) {
  mousemask(BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
  mouseinterval(0);
}

/// The number of the button that was pressed, 4 and 5 of the wheel; 0 where none was.
static inline int cncurses_mouse(int *row, int *column) {
  MEVENT event;
  if (getmouse(&event) != OK) return 0;
  *row = event.y;
  *column = event.x;
  if (event.bstate & BUTTON1_PRESSED) return 1;
  if (event.bstate & BUTTON4_PRESSED) return 4;
  if (event.bstate & BUTTON5_PRESSED) return 5;
  return 0;
}

/// Writes all of it. Calls only what is safe in a signal handler.
static inline void cncurses_write(int file, const char *bytes, size_t left) {
  while (left > 0) {
    ssize_t written = write(file, bytes, left);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    bytes += written;
    left -= (size_t)written;
  }
}

/// Whether the terminal can be asked to mark what is pasted: it has the sequences of ECMA-48, of which those that it
/// does not know do nothing.
static inline int cncurses_can_mark_pastes(void) {
  const char *move = tigetstr("cup");
  return move && move != (const char *)-1 && strncmp(move, "\033[", 2) == 0;
}

static const char cncurses_no_pastes[] = "\033[?2004l";

/// Asks the terminal to send what is pasted between marks, or no longer. Curses knows nothing of it.
static inline void cncurses_want_pastes(int wanted) {
  if (!cncurses_can_mark_pastes()) return;
  const char *mode = wanted ? "\033[?2004h" : cncurses_no_pastes;
  cncurses_write(STDOUT_FILENO, mode, strlen(mode));
}

// MARK: The terminal as it was

static struct {
  /// Whether the terminal is ours.
  volatile sig_atomic_t active;
  volatile sig_atomic_t resized;
  volatile sig_atomic_t resumed;
  struct termios modes;
  char bytes[512];
  size_t length;
  int wakes[2];
  struct sigaction before[NSIG];
  char caught[NSIG];
  /// Where standard error is kept meanwhile, and where it was; negative where it is not kept.
  volatile sig_atomic_t errors;
  volatile sig_atomic_t errors_before;
} cncurses_state = {.wakes = {-1, -1}, .errors = -1, .errors_before = -1};

static inline int cncurses_collect(int character) {
  if (cncurses_state.length < sizeof cncurses_state.bytes)
    cncurses_state.bytes[cncurses_state.length++] = (char)character;
  return character;
}

static inline void cncurses_collect_string(const char *string) {
  if (string && string != (const char *)-1) tputs(string, 1, cncurses_collect);
}

/// Prepares what puts the terminal back: the same as `endwin`, which must not be called in a signal handler.
static inline void cncurses_prepare_reset(void) {
  cncurses_state.length = 0;
  const char *mouse = tigetstr("kmous");
  if (mouse && mouse != (const char *)-1) cncurses_collect_string("\033[?1006;1000l");
  if (cncurses_can_mark_pastes()) cncurses_collect_string(cncurses_no_pastes);
  const char *names[] = {"sgr0", "op", "rmkx", "cnorm"};
  for (int i = 0; i < 4; i++) cncurses_collect_string(tigetstr(names[i]));
  const char *leave = tigetstr("rmcup");
  const char *move = tigetstr("cup");
  // Without another screen the last line is left, below what was drawn.
  if ((!leave || leave == (const char *)-1) && move && move != (const char *)-1) {
    cncurses_collect_string(tparm((char *)move, (long)(LINES - 1), 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L));
    cncurses_collect_string(tigetstr("el"));
  }
  cncurses_collect_string(leave);
}

/// Puts the terminal back. Calls only what is safe in a signal handler.
static inline void cncurses_reset(void) {
  if (!cncurses_state.active) return;
  int error = errno;
  cncurses_write(STDOUT_FILENO, cncurses_state.bytes, cncurses_state.length);
  tcsetattr(STDIN_FILENO, TCSANOW, &cncurses_state.modes);
  errno = error;
}

/// Keeps what is written to standard error in a file without a name, where it would be written over the screen.
static inline void cncurses_keep_errors(void) {
  if (cncurses_state.errors >= 0 || !isatty(STDERR_FILENO)) return;
  FILE *made = tmpfile();
  if (!made) return;
  int file = fcntl(fileno(made), F_DUPFD_CLOEXEC, 3);
  fclose(made);
  int before = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
  if (file < 0 || before < 0 || dup2(file, STDERR_FILENO) < 0) {
    if (file >= 0) close(file);
    if (before >= 0) close(before);
    return;
  }
  cncurses_state.errors_before = before;
  cncurses_state.errors = file;
}

/// Reads what was kept from a place on; as `pread`, 0 where nothing is kept.
static inline ssize_t cncurses_read_errors(char *bytes, size_t count, off_t place) {
  return cncurses_state.errors < 0 ? 0 : pread(cncurses_state.errors, bytes, count, place);
}

/// Lets standard error be what it was, and writes there what was kept. Calls only what is safe in a signal handler.
static inline void cncurses_release_errors(void) {
  int file = cncurses_state.errors;
  if (file < 0) return;
  int error = errno;
  cncurses_state.errors = -1;
  dup2(cncurses_state.errors_before, STDERR_FILENO);
  close(cncurses_state.errors_before);
  char bytes[512];
  ssize_t length;
  lseek(file, 0, SEEK_SET);
  while ((length = read(file, bytes, sizeof bytes)) > 0) cncurses_write(STDERR_FILENO, bytes, (size_t)length);
  close(file);
  errno = error;
}

/// Puts the terminal back for good: the process is about to end.
static inline void cncurses_restore(void) {
  cncurses_reset();
  cncurses_state.active = 0;
  cncurses_release_errors();
}

static inline void cncurses_wake(void) {
  char byte = 0;
  int error = errno;
  if (cncurses_state.wakes[1] >= 0 && write(cncurses_state.wakes[1], &byte, 1) < 0) { /* It is full: it will wake. */ }
  errno = error;
}

/// What ends the process: the terminal first, then what would have happened without this.
static inline void cncurses_die(int number) {
  cncurses_restore();
  sigaction(number, &cncurses_state.before[number], NULL);
  // Blocked until this returns.
  raise(number);
}

static inline void cncurses_resize(int number) {
  (void)number;
  cncurses_state.resized = 1;
  cncurses_wake();
}

static inline void cncurses_stop(int number) {
  struct sigaction ours;
  sigset_t set;
  cncurses_reset();
  sigaction(number, &cncurses_state.before[number], &ours);
  sigemptyset(&set);
  sigaddset(&set, number);
  // Blocked in a handler: the process stops when it is let in.
  raise(number);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  sigaction(number, &ours, NULL);
  cncurses_state.resumed = 1;
  cncurses_wake();
}

/// The process was stopped, also by what cannot be caught, and goes on: the shell may have set the terminal meanwhile.
static inline void cncurses_continue(int number) {
  (void)number;
  cncurses_state.resumed = 1;
  cncurses_wake();
}

static inline void cncurses_catch(int number, void (*handler)(int), int evenIgnored) {
  struct sigaction action;
  if (!evenIgnored && cncurses_state.before[number].sa_handler == SIG_IGN) return;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART | SA_ONSTACK;
  sigfillset(&action.sa_mask);
  if (sigaction(number, &action, NULL) == 0) cncurses_state.caught[number] = 1;
}

/// Gives the handlers of this thread a stack of their own, where it has none: a stack that has overflowed has no room for
/// them. Which thread draws may be another one after each wait.
static inline void cncurses_make_room(void) {
  static _Thread_local char room[32768];
  stack_t stack;
  if (sigaltstack(NULL, &stack) != 0 || !(stack.ss_flags & SS_DISABLE)) return;
  stack.ss_sp = room;
  stack.ss_size = sizeof room;
  stack.ss_flags = 0;
  sigaltstack(&stack, NULL);
}

/// Remembers how the terminal is and what signals do, before curses changes it.
///
/// Returns a file descriptor that can be read when something has woken the program; negative where there is none.
static inline int cncurses_remember(void) {
  if (tcgetattr(STDIN_FILENO, &cncurses_state.modes) != 0) return -1;
  // Curses catches some itself, with what must not run in a signal handler.
  for (int number = 1; number < NSIG; number++) sigaction(number, NULL, &cncurses_state.before[number]);
  if (cncurses_state.wakes[0] < 0 && pipe(cncurses_state.wakes) == 0) {
    for (int i = 0; i < 2; i++) {
      fcntl(cncurses_state.wakes[i], F_SETFL, O_NONBLOCK);
      fcntl(cncurses_state.wakes[i], F_SETFD, FD_CLOEXEC);
    }
    // A program that calls exit leaves a terminal behind, too.
    atexit(cncurses_restore);
  }
  // Where it is caught before curses begins, curses leaves it alone. It would ignore it while it draws.
  cncurses_catch(SIGTSTP, cncurses_stop, 0);
  return cncurses_state.wakes[0];
}

/// Catches the signals, after curses has begun. Those that end the process only where it does not ignore them.
static inline void cncurses_guard(void) {
  static const int ends[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS};
  cncurses_prepare_reset();
  cncurses_state.resized = cncurses_state.resumed = 0;
  cncurses_state.active = 1;
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) cncurses_catch(ends[i], cncurses_die, 0);
  cncurses_catch(SIGWINCH, cncurses_resize, 1);
  cncurses_catch(SIGCONT, cncurses_continue, 1);
}

/// Ends what `cncurses_guard` began. Curses has put the terminal back.
static inline void cncurses_unguard(void) {
  cncurses_state.active = 0;
  for (int number = 1; number < NSIG; number++) {
    if (!cncurses_state.caught[number]) continue;
    sigaction(number, &cncurses_state.before[number], NULL);
    cncurses_state.caught[number] = 0;
  }
  tcsetattr(STDIN_FILENO, TCSANOW, &cncurses_state.modes);
  cncurses_release_errors();
}

/// Whether the window has another size since this was asked.
static inline int cncurses_was_resized(void) {
  int was = cncurses_state.resized;
  cncurses_state.resized = 0;
  return was;
}

/// Whether the process was stopped since this was asked, and goes on.
static inline int cncurses_was_resumed(void) {
  int was = cncurses_state.resumed;
  cncurses_state.resumed = 0;
  return was;
}

#endif
