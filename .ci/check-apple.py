#!/usr/bin/env python3
"""Type-checks what the package is on Apple platforms, on Linux, with the installed Swift toolchain.

    check-apple.py --sdk-repository DIR [--sdk NAME ...] [--triple TRIPLE] [--work DIR] [--tests] [--also FOLDER ...]
                   [--modes 6 5 app]

Run in the package's root. DIR is the git directory, or a checkout, of the public repository of SDKs

    github:itsnebulalol/sdks, commit e9414e087753613edec33b4ff0319ed9d35199ec (158 MB; its largest files are not needed)

NAME is a folder of it: iPhoneOS17.0.sdk (the default), macOS14.0.sdk (with AppKit, and Catalyst); both when --sdk
stands twice. iPhoneOS16.5.sdk has no Observation: SwiftUI's files are not checked with it, see `mend`. An SDK is
unpacked once into the work folder (--work; default: one in the user's cache, never inside the package), which may be
empty or missing, and mended there, so that today's compiler reads it. The first run with an SDK compiles its
interfaces, later ones find them in the work folder.

Targets and their order come from the manifest as it is for Apple platforms (SECTIONED_OPEN_CORE_DATA=0); libraries
are emitted as modules and checked, with region checks (SIL), executables are checked. With --tests, test targets are,
too: no SDK has a Testing module, so that it is made of the text interface that the toolchain has for Linux, see
`testing`. Each folder of --also is checked as a program that imports the libraries: in each of --modes, where `app`
is Swift 6 as a new project of Xcode 26 has it (main actor by default). A folder whose name begins with Swift5 is
checked in mode 5 only.

Modules are made anew in each run, and what depends on a library that could not be made is not checked, and says so: a
module of an earlier run hides nothing. A table stands at the end. Exit status 0: clean; 1: an error or a warning; 2:
nothing could be checked, or the compiler crashed or ended with an error that names no place.

What is not checked: nothing is linked or run, so that no behaviour of Apple's frameworks is known by it; #if branches
of other platforms and later SDKs; of Swift Testing, what it has on Apple platforms only. The SDK's standard library
is that of Swift 5.9 (no `count(where:)`, no Synchronization, no `Observations`).
"""
import argparse, json, os, re, shutil, subprocess, sys, time
from pathlib import Path

# What the toolchain for Apple platforms says about C names, as facts: SECTION [-]NAME[=SWIFTNAME][,KEY:VALUE] ...
# A hyphen is SwiftPrivate.
DISPATCH = """
Classes OS_dispatch_object=DispatchObject OS_dispatch_queue=DispatchQueue OS_dispatch_io=DispatchIO
Classes OS_dispatch_semaphore=DispatchSemaphore OS_dispatch_group=DispatchGroup OS_dispatch_source=DispatchSource
Classes -OS_dispatch_queue_attr OS_dispatch_data=__DispatchData
Protocols OS_dispatch_source=DispatchSourceProtocol OS_dispatch_source_mach_send=DispatchSourceMachSend
Protocols OS_dispatch_source_mach_recv=DispatchSourceMachReceive
Protocols OS_dispatch_source_memorypressure=DispatchSourceMemoryPressure OS_dispatch_source_proc=DispatchSourceProcess
Protocols OS_dispatch_source_read=DispatchSourceRead OS_dispatch_source_signal=DispatchSourceSignal
Protocols OS_dispatch_source_timer=DispatchSourceTimer OS_dispatch_source_data_or=DispatchSourceUserDataOr
Protocols OS_dispatch_source_data_add=DispatchSourceUserDataAdd
Protocols OS_dispatch_source_data_replace=DispatchSourceUserDataReplace
Protocols OS_dispatch_source_vnode=DispatchSourceFileSystemObject OS_dispatch_source_write=DispatchSourceWrite
Functions dispatch_queue_create=DispatchQueue.init(__label:attr:),SwiftPrivate:true -dispatch_get_global_queue
Functions dispatch_queue_create_with_target=DispatchQueue.init(__label:attr:queue:),SwiftPrivate:true
Functions -dispatch_assert_queue -dispatch_assert_queue_barrier -dispatch_assert_queue_not -dispatch_async
Functions -dispatch_barrier_async -dispatch_apply dispatch_sync=DispatchQueue.sync(self:execute:) -dispatch_barrier_sync
Functions -dispatch_queue_get_label -dispatch_queue_get_qos_class -dispatch_after -dispatch_queue_get_specific
Functions -dispatch_queue_set_specific -dispatch_get_specific -dispatch_queue_attr_make_initially_inactive
Functions -dispatch_queue_attr_make_with_autorelease_frequency -dispatch_queue_attr_make_with_qos_class
Functions dispatch_set_target_queue=DispatchObject.setTarget(self:queue:)
Functions dispatch_activate=DispatchObject.activate(self:) dispatch_suspend=DispatchObject.suspend(self:)
Functions dispatch_resume=DispatchObject.resume(self:) -dispatch_data_get_size -dispatch_data_apply
Functions -dispatch_data_create_concat -dispatch_data_create_subrange -dispatch_data_copy_region
Functions -dispatch_data_create_map dispatch_group_create=DispatchGroup.init(),Availability:available
Functions -dispatch_group_async -dispatch_group_wait -dispatch_group_notify
Functions dispatch_group_enter=DispatchGroup.enter(self:) dispatch_group_leave=DispatchGroup.leave(self:)
Functions dispatch_io_create=DispatchIO.init(__type:fd:queue:handler:),SwiftPrivate:true
Functions dispatch_io_create_with_path=DispatchIO.init(__type:path:oflag:mode:queue:handler:),SwiftPrivate:true
Functions dispatch_io_create_with_io=DispatchIO.init(__type:io:queue:handler:),SwiftPrivate:true -dispatch_io_read
Functions -dispatch_io_write -dispatch_io_close dispatch_io_barrier=DispatchIO.barrier(self:execute:)
Functions dispatch_io_get_descriptor=getter:DispatchIO.fileDescriptor(self:)
Functions dispatch_io_set_high_water=DispatchIO.setLimit(self:highWater:)
Functions dispatch_io_set_low_water=DispatchIO.setLimit(self:lowWater:) -dispatch_io_set_interval -dispatch_read
Functions -dispatch_write dispatch_semaphore_create=DispatchSemaphore.init(value:) -dispatch_semaphore_wait
Functions -dispatch_semaphore_signal -dispatch_source_create -dispatch_source_get_handle -dispatch_source_get_mask
Functions -dispatch_source_get_data -dispatch_source_merge_data -dispatch_source_set_event_handler
Functions -dispatch_source_set_cancel_handler -dispatch_source_set_registration_handler -dispatch_source_cancel
Functions -dispatch_source_testcancel -dispatch_source_set_timer -dispatch_time -dispatch_walltime
Functions dispatch_main=dispatchMain()
Typedefs -dispatch_block_flags_t -dispatch_source_type_t -dispatch_autorelease_frequency_t
"""
LOGGING = """
Typedefs os_log_type_t=OSLogType os_log_t,Availability:nonswift os_signpost_type_t=OSSignpostType
Classes OS_os_log=OSLog
Enumerators -OS_LOG_TYPE_DEFAULT -OS_LOG_TYPE_INFO -OS_LOG_TYPE_DEBUG -OS_LOG_TYPE_ERROR -OS_LOG_TYPE_FAULT
Enumerators -OS_SIGNPOST_INTERVAL_BEGIN -OS_SIGNPOST_INTERVAL_END -OS_SIGNPOST_EVENT
Functions -_os_log_impl -_os_signpost_emit_with_name_impl os_log_type_enabled=OSLog.isEnabled(self:type:)
Functions os_log_create=OSLog.init(__subsystem:category:),SwiftPrivate:true,NullabilityOfRet:N -os_signpost_enabled
Functions os_signpost_id_generate,SwiftPrivate:true,NullabilityOfRet:O
Functions os_signpost_id_make_with_pointer,SwiftPrivate:true,NullabilityOfRet:O
"""

def notes(module, table):
    sections = {}
    for line in table.strip().splitlines():
        kind, *words = line.split()
        for word in words:
            name, *rest = word.removeprefix("-").split(",")
            name, _, swift = name.partition("=")
            if word.startswith("-"): rest.append("SwiftPrivate:true")
            lines = sections.setdefault(kind, [])
            lines.append(f"- Name: {name}")
            if swift: lines.append(f"  SwiftName: '{swift}'")
            lines += ["  " + part.replace(":", ": ", 1) for part in rest]
    lines = [line for kind, entries in sections.items() for line in [f"{kind}:", *entries]]
    return "\n".join(["---", f"Name: {module}", *lines, "..."]) + "\n"

COMMIT = "e9414e087753613edec33b4ff0319ed9d35199ec"

def git(repository, *arguments):
    place = ["--git-dir", str(repository)] if (repository / "HEAD").exists() else ["-C", str(repository)]
    return ["git", *place, *arguments]

def unpack(repository, name, into):
    """Writes a folder of the repository, at the known commit where it has that, to another folder."""
    if (into / ".complete").exists(): return
    shutil.rmtree(into, ignore_errors=True)
    run = lambda *a: subprocess.run(git(repository, *a), capture_output=True)
    commit = COMMIT if run("cat-file", "-e", COMMIT + "^{commit}").returncode == 0 else "HEAD"
    if commit == "HEAD": print(f"{repository} has no {COMMIT}: its HEAD is taken", file=sys.stderr)
    # With a path in a checkout ls-tree names what is below the working directory: the tree is asked instead.
    listed = run("ls-tree", "-r", "-z", "--full-tree", commit, "--", name)
    entries = [entry for entry in listed.stdout.split(b"\0") if entry]
    if listed.returncode or not entries: stop(f"{repository} has no {name}: {listed.stderr.decode().strip()}")
    cat = subprocess.Popen(git(repository, "cat-file", "--batch"), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                           stderr=subprocess.DEVNULL, env=dict(os.environ, GIT_NO_LAZY_FETCH="1"))
    missing = []
    for entry in entries:
        meta, path = entry.split(b"\t", 1)
        mode, _, sha = meta.split()
        cat.stdin.write(sha + b"\n"); cat.stdin.flush()
        head = cat.stdout.readline().split()
        if len(head) < 3: missing.append(path.decode()); continue
        data = cat.stdout.read(int(head[2])); cat.stdout.read(1)
        target = into / path.decode().split("/", 1)[1]
        target.parent.mkdir(parents=True, exist_ok=True)
        if mode == b"120000":
            if not target.is_symlink(): target.symlink_to(data.decode())
        else: target.write_bytes(data)
    cat.stdin.close(); cat.wait()
    # Files of more than 4 MiB may be absent: libraries' lists of symbols, and a header of Perl's. None is read here.
    wanted = [path for path in missing if path.endswith((".swiftinterface", ".modulemap", ".apinotes"))]
    print(f"unpacked {name}: {len(entries) - len(missing)} files; missing: {missing}", file=sys.stderr)
    if wanted: stop("missing in the repository, and needed: " + ", ".join(wanted))
    (into / ".complete").touch()

def stop(message):
    print("error: " + message, flush=True)
    sys.exit(2)

def toolchain():
    """The resources of the installed compiler."""
    try:
        text = subprocess.run(["swiftc", "-print-target-info"], capture_output=True, text=True, check=True).stdout
        return Path(json.loads(text)["paths"]["runtimeResourcePath"])
    except (OSError, subprocess.CalledProcessError, ValueError, KeyError) as error:
        stop(f"swiftc does not answer: {error}")

def link(path, target):
    # That of another toolchain, or of one that is gone.
    if path.is_symlink(): path.unlink()
    path.symlink_to(target)

def interface(module):
    """The toolchain's text interface of a module, which is one for Linux, without what an Apple platform lacks."""
    source = next((toolchain() / f"linux/{module}.swiftmodule").glob("*-linux-gnu.swiftinterface"), None)
    if source is None: stop(f"the toolchain has no text interface of {module}")
    text = re.sub(r"^(?:public )?import Glibc\n", "", source.read_text(), flags=re.M)
    return text.replace("FoundationEssentials.", "Foundation.")

# Of the toolchain's own Observation: macros of today expand to what an SDK of 2023 does not have.
def observation(sdk):
    text = interface("Observation").splitlines()
    end = next((i for i, line in enumerate(text) if "struct Observations" in line), len(text))
    while end and text[end - 1].startswith("@available"): end -= 1
    text = "\n".join(text[:end]) + "\n"
    for head in ("^// swift-module-flags:.*", "^// swift-compiler-version:.*"):
        text = re.sub(head, lambda _: re.search(head, sdk, re.M)[0], text, flags=re.M)
    return text

# What the SDK's library for concurrency lacks, by what shows that it is there: the actor that a function is on, for
# Swift Testing, and what a deinit on an actor calls, with a main actor by default that of each class.
LACKED = {"macro isolation": """
@freestanding(expression) public macro isolation<T>() -> T = Builtin.IsolationMacro
""", "swift_task_deinitOnExecutor": """
@available(iOS 18.4, macOS 15.4, tvOS 18.4, watchOS 11.4, *)
@_silgen_name("swift_task_deinitOnExecutor")
@usableFromInline
internal func _deinitOnExecutor(
  _ object: __owned Swift.AnyObject, _ work: @convention(thin) (__owned Swift.AnyObject) -> Swift.Void,
  _ executor: _Concurrency.UnownedSerialExecutor, _ flags: Builtin.Word)
"""}
MENDED = "5"

def mend(sdk):
    """Makes today's compiler read an SDK of 2022 or 2023, in its unpacked copy."""
    stamp = sdk / ".mended"
    # Another version of what is done here is done again: each step may be.
    if stamp.exists() and stamp.read_text() == MENDED: return
    # One module, two maps: a collection may have merged folders.
    if (sdk / "usr/include/libxml2/libxml/module.modulemap").exists():
        (sdk / "usr/include/libxml/module.modulemap").unlink(missing_ok=True)
    for path in sdk.rglob("*.swiftinterface"):
        if path.is_symlink(): continue
        if path.parent.name == "SwiftUI.swiftmodule":
            text = path.read_text()
            # Today's compiler finds availability at fault in what an interface says of itself, where it is a library's.
            # The flag stands there twice.
            text = re.sub("^(// swift-module-flags:.*?)( -library-level api)+", r"\1", text, count=1, flags=re.M)
            # `os_log` of an interpolated text is not lowered.
            plain = lambda call: re.sub(r"\\\([^)]*\)", "", call[0])
            text = re.sub(r'os_log\(\.fault.*?"""\)', plain, text, flags=re.S)
            path.write_text(text)
        elif path.parent.name == "Observation.swiftmodule":
            path.write_text(observation(path.read_text()))
        elif path.parent.name == "_Concurrency.swiftmodule":
            text = path.read_text()
            # What asks for isolation has since been given to older systems, too.
            new, old = "macOS 14.0, iOS 17.0, watchOS 10.0, tvOS 17.0", "macOS 10.15, iOS 13.0, watchOS 6.0, tvOS 13.0"
            rest = r"(?:(?!\}).*\n)*?"
            block = rf"^@available\({new}, \*\)\nextension .*\n{rest}.*func \w+Isolated\b{rest}\}}$"
            text = re.sub(block, lambda found: found[0].replace(new, old), text, flags=re.M)
            path.write_text(text + "".join(part for mark, part in LACKED.items() if mark not in text))
    stamp.write_text(MENDED)

def resources(folder):
    library = toolchain()
    (folder / "apinotes").mkdir(parents=True, exist_ok=True)
    for name in ("clang", "shims"): link(folder / name, library / name)
    standard = library / "apinotes" / "std.apinotes"
    if standard.exists(): link(folder / "apinotes/std.apinotes", standard)
    (folder / "apinotes/Dispatch.apinotes").write_text(notes("Dispatch", DISPATCH))
    (folder / "apinotes/os.apinotes").write_text(notes("os", LOGGING))

def testing(folder, triple):
    """Swift Testing for an Apple platform, and its part for Foundation, of the text interfaces for Linux."""
    arch, _, system, *variant = triple.split("-")
    name = "-".join([arch, "apple", re.sub(r"[0-9.]+$", "", system), *variant]) + ".swiftinterface"
    folder.mkdir(parents=True, exist_ok=True)
    for module in ("Testing", "_Testing_Foundation"):
        text = re.sub(r" -target \S+ -disable-objc-interop ", f" -target {triple} ", interface(module), count=1)
        # The SDK's `Sendable` is older than values that cannot be copied.
        text = text.replace("struct ExitTest : Swift.Sendable, ~Swift.Copyable", "struct ExitTest : Swift.Sendable")
        place = folder / f"{module}.swiftmodule" / name
        place.parent.mkdir(exist_ok=True)
        # What was compiled of it stays good.
        if not place.exists() or place.read_text() != text: place.write_text(text)
    overlay, probe = folder / "Testing.swiftcrossimport/Foundation.swiftoverlay", folder / "Probe.swift"
    overlay.parent.mkdir(exist_ok=True)
    overlay.write_text("version: 1\nmodules:\n- name: _Testing_Foundation\n")
    probe.write_text("import Foundation\nimport Testing\n@Test func one() { #expect(Bool(true)) }\n")
    return probe

def manifest(work, tests):
    environment = dict(os.environ, SECTIONED_OPEN_CORE_DATA="0")
    done = subprocess.run(["swift", "package", "--scratch-path", str(work / "package"), "describe", "--type", "json"],
                          capture_output=True, text=True, env=environment)
    if done.returncode: stop("the manifest could not be read: " + done.stderr[-2000:])
    package = json.loads(done.stdout)
    kinds = ("library", "executable", "test") if tests else ("library", "executable")
    targets = {t["name"]: t for t in package["targets"] if t["type"] in kinds}
    order, seen = [], set()
    def visit(name):
        if name in seen or name not in targets: return
        seen.add(name)
        for other in targets[name].get("target_dependencies") or []: visit(other)
        order.append(targets[name])
    # Test targets at the end: what programs have is seen first.
    for name in sorted(targets, key=lambda name: targets[name]["type"] == "test"): visit(name)
    if not order: stop("the manifest has no targets")
    return package["name"], order, {p["name"]: p["version"] for p in package.get("platforms") or []}

# A folder's name has to be that of the platform, or the compiler warns each time.
def folder_name(sdk): return re.sub("^macOS", "MacOSX", sdk)

def upcoming(*names): return [flag for name in names for flag in ("-enable-upcoming-feature", name)]

MODES = {"6": ["-swift-version", "6"], "5": ["-swift-version", "5"],
         "app": ["-swift-version", "6", "-default-isolation", "MainActor", *upcoming(
             "InferIsolatedConformances", "NonisolatedNonsendingByDefault", "MemberImportVisibility")]}
SAID = re.compile(r"^(?P<place>[^ ].*?:\d+:\d+|<unknown>:0|macro expansion .*?:\d+:\d+): (?P<kind>error|warning): ")
# Said of Swift Testing's macros, because the SDK's library marks nothing as unsafe.
OLDER = re.compile(r"^macro expansion .*: warning: no unsafe operations occur within 'unsafe' expression")
CRASH = ("Stack dump:", "failed due to signal", "Assertion `", "Assertion failed", "PLEASE submit a bug report",
         "Fatal error:")

def imports(files):
    return {m for f in files for m in re.findall(r"^\s*(?:@\w+ )*import (\w+)", Path(f).read_text(), re.M)}

class Check:
    """The checks with one SDK."""
    def __init__(self, options, name, triple, package, targets):
        self.name, self.targets, self.options = name, targets, options
        sdk = options.work / "sdk" / folder_name(name)
        unpack(options.sdk_repository, name, sdk)
        mend(sdk)
        resources(options.work / "resources")
        self.modules = options.work / f"modules-{name}-{triple}"
        shutil.rmtree(self.modules, ignore_errors=True)
        self.modules.mkdir(parents=True)
        self.common = ["-target", triple, "-sdk", str(sdk), "-resource-dir", str(options.work / "resources"),
                       "-module-cache-path", str(options.work / "cache" / name), "-I", str(self.modules),
                       "-parse-as-library"]
        if triple.endswith("-macabi"):
            support = sdk / "System/iOSSupport"
            frameworks = str(support / "System/Library/Frameworks")
            self.common += ["-Fsystem", frameworks, "-I", str(support / "usr/lib/swift")]
        self.own = ["-swift-version", "6", "-package-name", package,
                    *upcoming("ExistentialAny", "MemberImportVisibility")]
        # As `swift test` builds it.
        if options.tests: self.own += ["-D", "DEBUG"]
        self.missing, self.rows = set(), []
        self.probe = testing(options.work / f"testing-{name}-{triple}", triple) if options.tests else None
        if self.probe: self.common += ["-I", str(self.probe.parent)]

    def compile(self, module, files, flags, emit):
        """Errors and warnings, each once, and how the compiler ended where that says more."""
        steps = [["-emit-sil", "-wmo", "-o", os.devnull]]
        path = self.modules / f"{module}.swiftmodule"
        # Bodies are read in the second step.
        if emit:
            skipping = ["-Xfrontend", "-experimental-skip-all-function-bodies"]
            steps.insert(0, ["-emit-module", "-enable-testing", *skipping, "-o", str(path)])
        found, ends = [], []
        for step in steps:
            command = ["swiftc", *step, "-module-name", module, *self.common, *flags, *files]
            done = subprocess.run(command, capture_output=True, text=True)
            texts = (done.stderr + done.stdout).splitlines()
            said = [t for t in texts if SAID.match(t) and not OLDER.match(t)]
            found += said
            # A compiler that crashed, or was killed, prints what it likes, an "error:" without a place, too: its status
            # decides.
            crashed = done.returncode < 0 or done.returncode > 1 or any(mark in t for t in texts for mark in CRASH)
            if crashed or done.returncode and not any(SAID.match(t)["kind"] == "error" for t in said):
                what = "crashed" if crashed else "failed"
                ends.append(f"error: the compiler {what}, status {done.returncode}: " + " | ".join(texts[-40:])[-2000:])
        if emit and not path.exists() and not found and not ends: ends.append("error: no module was made")
        return list(dict.fromkeys(found)), ends

    def check(self, name, files, flags, emit, needs=()):
        start = time.monotonic()
        lacking = ", ".join(sorted(self.missing.intersection(needs)))
        if lacking or not files:
            found, ends = [], ["error: not checked: " + (f"{lacking} could not be made" if lacking else "no files")]
        else: found, ends = self.compile(name, files, flags, emit)
        if emit and not (self.modules / f"{name}.swiftmodule").exists(): self.missing.add(name)
        errors = sum(SAID.match(t)["kind"] == "error" for t in found)
        if ends: state = "not checked" if "not checked" in ends[0] else "crash" if "crashed" in ends[0] else "failed"
        else: state = "errors" if errors else "warnings" if found else "clean"
        self.rows.append((self.name, name, len(files), errors, len(found) - errors, time.monotonic() - start, state))
        print(f"{self.name} {name}: {state}", flush=True)
        for line in found + ends: print("  " + line, flush=True)

    def run(self):
        if self.probe:
            self.check("TestingProbe", [str(self.probe)], self.own, False)
            if self.rows[-1][6] != "clean": self.missing.add("Testing")
        for target in self.targets:
            folder = Path(target["path"])
            files = [str(folder / source) for source in target["sources"] if source.endswith(".swift")]
            needs = set(target.get("target_dependencies") or [])
            if self.probe: needs |= imports(files) & {"Testing"}
            self.check(target["name"], files, self.own, target["type"] == "library", needs)
        libraries = [t["name"] for t in self.targets if t["type"] == "library"]
        for folder in self.options.also:
            files = [str(f) for f in sorted(folder.rglob("*.swift"))]
            for mode in ["5"] if folder.name.startswith("Swift5") else self.options.modes:
                name = "Also" + re.sub(r"\W", "_", folder.name) + "_" + mode
                self.check(name, files, MODES[mode], False, imports(files).intersection(libraries))

def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sdk-repository", type=Path, required=True, metavar="DIR")
    parser.add_argument("--sdk", action="append", metavar="NAME")
    parser.add_argument("--triple", help="default: what the manifest says; Catalyst: arm64-apple-ios16.0-macabi")
    parser.add_argument("--work", type=Path, default=Path.home() / ".cache/check-apple", metavar="DIR")
    parser.add_argument("--tests", action="store_true", help="check test targets, too")
    parser.add_argument("--also", type=Path, action="append", default=[], metavar="FOLDER")
    parser.add_argument("--modes", nargs="+", choices=list(MODES), default=list(MODES))
    options = parser.parse_args()
    options.work = options.work.expanduser().resolve()
    options.sdk_repository = options.sdk_repository.expanduser().resolve()
    options.work.mkdir(parents=True, exist_ok=True)
    for folder in [options.sdk_repository, *options.also]:
        if not folder.is_dir(): stop(f"there is no folder {folder}")
    package, targets, platforms = manifest(options.work, options.tests)
    rows = []
    for name in dict.fromkeys(options.sdk or ["iPhoneOS17.0.sdk"]):
        system = "macos" if name.startswith("macOS") else "ios"
        if not options.triple and system not in platforms: stop(f"the manifest names no {system}")
        triple = options.triple or f"arm64-apple-{system}{platforms[system]}"
        check = Check(options, name, triple, package, targets)
        check.run()
        rows += check.rows
    print("\n" + f"{'SDK':18} {'target':32} {'files':>5} {'errors':>6} {'warn.':>6} {'s':>6}  result")
    for sdk, name, files, errors, warnings, seconds, state in rows:
        print(f"{sdk:18} {name:32} {files:5} {errors:6} {warnings:6} {seconds:6.1f}  {state}")
    bad = [row for row in rows if row[6] != "clean"]
    ended = sum(row[6] in ("crash", "failed", "not checked") for row in rows)
    print(f"{len(rows)} checked, {len(rows) - len(bad)} clean, {sum(row[3] for row in rows)} errors, "
          f"{sum(row[4] for row in rows)} warnings, {ended} crashed, failed or not checked")
    sys.exit(2 if any(row[6] in ("crash", "failed") for row in rows) else 1 if bad else 0)

main()
