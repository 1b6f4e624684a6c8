/// The uniform type identifiers that Apple's systems declare, and their conformances.
///
/// `UTI-EQUALS` becomes a case-insensitive comparison, and `UTI-CONFORMS-TO` becomes a membership in a list of
/// conforming identifiers. Stores support both. Types that programs declare are not known here, so they conform only to
/// themselves.
enum TypeIdentifiers {
  static func comparison(
    _ left: ExpressionSyntax, conforms: Bool, to right: ExpressionSyntax, _ modifier: ComparisonModifier
  ) -> PredicateSyntax {
    func leaf(
      _ left: ExpressionSyntax, _ comparison: PredicateOperator, _ right: ExpressionSyntax,
      _ modifier: ComparisonModifier
    ) -> PredicateSyntax {
      .leaf(
        .comparison(
          ComparisonSyntax(
            left: left, comparison: comparison, right: right, modifier: modifier, options: .caseInsensitive)))
    }
    let isSame = leaf(left, .equalTo, right, modifier)
    guard conforms else { return isSame }
    func isOf(_ kind: String) -> PredicateSyntax {
      leaf(left, .in, .constant(.collection(kinds(of: kind).map { .value(.string($0)) })), modifier)
    }
    if case .constant(.value(let value)) = right {
      guard case .string(let kind) = value, parents.keys.contains(kind.lowercased()) else { return isSame }
      return isOf(kind.lowercased())
    }
    // The right side is not a constant, so its conformances are looked up during the evaluation.
    let known = parents.keys.sorted().map { kind in
      PredicateSyntax.conjunction([leaf(right, .equalTo, .constant(.value(.string(kind))), .direct), isOf(kind)])
    }
    return .disjunction([isSame] + known)
  }

  /// An identifier and all identifiers that conform to it, sorted.
  static func kinds(of identifier: String) -> [String] {
    var found: Set<String> = []
    var pending = [identifier]
    while let next = pending.popLast() {
      if found.insert(next).inserted { pending += parents[next] ?? [] }
    }
    return found.sorted()
  }

  /// The identifiers that directly conform to each identifier.
  private static let parents: [String: [String]] = {
    var parents: [String: [String]] = [:]
    for line in table.split(separator: "\n") {
      let parts = line.split(separator: ":")
      parents[String(parts[0]), default: []] += parts[1].split(separator: " ").map(String.init)
    }
    return parents
  }()

  private static let table = """
    public.item: public.data public.directory public.executable public.symlink
    public.content: public.text public.image public.audiovisual-content public.composite-content public.spreadsheet \
    public.font public.contact public.message public.calendar-event
    public.composite-content: com.adobe.pdf com.apple.rtfd com.apple.flat-rtfd com.microsoft.word.doc \
    org.openxmlformats.wordprocessingml.document org.oasis-open.opendocument.text org.idpf.epub-container \
    public.presentation
    public.data: public.text public.image public.audiovisual-content public.archive public.url com.adobe.pdf \
    com.adobe.postscript com.apple.flat-rtfd com.microsoft.word.doc com.microsoft.excel.xls com.microsoft.powerpoint.ppt \
    org.openxmlformats.openxml com.apple.property-list public.object-code com.apple.resolvable public.calendar-event \
    public.database public.font public.pkcs-12 public.x509-certificate public.bookmark com.apple.applescript.script \
    org.idpf.epub-container public.3d-content
    public.directory: public.folder com.apple.package com.apple.bundle
    public.folder: public.volume com.apple.mount-point
    com.apple.package: com.apple.rtfd com.apple.application-bundle com.apple.photos.library com.apple.playground
    com.apple.bundle: com.apple.framework com.apple.plugin com.apple.application-bundle com.apple.xpc-service
    public.executable: com.apple.application public.unix-executable com.microsoft.windows-executable
    com.apple.application: com.apple.application-bundle
    public.text: public.plain-text public.rtf public.html public.xml public.json public.yaml public.css public.vcard \
    public.delimited-values-text net.daringfireball.markdown public.log
    public.plain-text: public.utf8-plain-text public.utf16-plain-text public.utf16-external-plain-text \
    com.apple.traditional-mac-plain-text public.source-code net.daringfireball.markdown
    public.delimited-values-text: public.comma-separated-values-text public.tab-separated-values-text \
    public.utf8-tab-separated-values-text
    public.source-code: public.c-source public.objective-c-source public.c-plus-plus-source \
    public.objective-c-plus-plus-source public.c-header public.swift-source public.assembly-source com.sun.java-source \
    com.netscape.javascript-source public.script
    public.c-header: public.c-plus-plus-header
    public.script: public.shell-script public.python-script public.perl-script public.ruby-script public.php-script \
    com.apple.applescript.text com.apple.applescript.script
    public.shell-script: public.csh-script public.ksh-script public.bash-script public.zsh-script
    public.xml: com.apple.xml-property-list public.xhtml public.rss public.svg-image
    public.html: public.xhtml
    com.apple.property-list: com.apple.xml-property-list com.apple.binary-property-list
    com.adobe.postscript: com.adobe.encapsulated-postscript
    org.openxmlformats.openxml: org.openxmlformats.wordprocessingml.document org.openxmlformats.spreadsheetml.sheet \
    org.openxmlformats.presentationml.presentation
    public.spreadsheet: com.microsoft.excel.xls org.openxmlformats.spreadsheetml.sheet \
    org.oasis-open.opendocument.spreadsheet
    public.presentation: com.microsoft.powerpoint.ppt org.openxmlformats.presentationml.presentation \
    org.oasis-open.opendocument.presentation
    public.image: public.jpeg public.jpeg-2000 public.png public.tiff com.compuserve.gif com.microsoft.bmp \
    com.microsoft.ico com.apple.icns com.apple.pict com.apple.macpaint-image com.apple.quicktime-image public.xbitmap-image \
    com.adobe.photoshop-image com.adobe.illustrator.ai-image com.truevision.tga-image com.sgi.sgi-image \
    com.ilm.openexr-image com.kodak.flashpix-image public.heif-standard public.heic public.avif org.webmproject.webp \
    public.svg-image public.camera-raw-image com.apple.live-photo
    public.heif-standard: public.heif public.heic
    public.camera-raw-image: com.adobe.raw-image
    public.audiovisual-content: public.movie public.audio
    public.movie: public.video com.apple.quicktime-movie
    public.video: public.avi public.mpeg public.mpeg-2-video public.mpeg-4 com.apple.m4v-video public.3gpp public.3gpp2
    public.movie: public.avi public.mpeg public.mpeg-2-video public.mpeg-4 com.apple.m4v-video public.3gpp public.3gpp2
    public.mpeg-4: public.mpeg-4-audio com.apple.m4v-video
    public.audio: public.mp3 public.mpeg-4-audio com.apple.m4a-audio com.apple.protected-mpeg-4-audio public.aiff-audio \
    public.aifc-audio com.apple.coreaudio-format com.microsoft.waveform-audio public.midi-audio public.ulaw-audio \
    org.xiph.flac public.m3u-playlist
    public.mpeg-4-audio: com.apple.m4a-audio com.apple.protected-mpeg-4-audio
    public.archive: public.zip-archive com.pkware.zip-archive org.gnu.gnu-zip-archive public.tar-archive \
    org.gnu.gnu-zip-tar-archive public.bzip2-archive com.apple.archive public.disk-image com.sun.java-archive
    public.disk-image: com.apple.disk-image public.iso-image
    com.apple.disk-image: com.apple.disk-image-udif com.apple.disk-image-sparse
    public.url: public.file-url
    public.contact: public.vcard
    public.message: public.email-message com.apple.mail.email
    public.calendar-event: com.apple.ical.ics com.apple.ical.vcs
    public.font: public.truetype-font public.opentype-font public.truetype-ttf-font com.adobe.postscript-font
    public.truetype-font: public.truetype-ttf-font public.truetype-collection-font
    com.apple.resolvable: public.symlink com.apple.alias-file com.apple.mount-point
    public.3d-content: com.pixar.universal-scene-description public.polygon-file-format public.geometry-definition-format
    """
}
