import Documents

/// The rules for the content of an element of XSPF. Source: the XSPF specification, version 1, section 4.
private struct XSPFRule: Sendable {
  enum Content {
    case elements, text, uri, date, number
    /// Elements of any namespace, which are not checked.
    case anything
  }

  var content: Content
  /// The attribute that the element must have, whose value is a URI.
  var attribute: String?
  /// Whether the element occurs at most once in its parent.
  var isSingle = true
  var children: [String: XSPFRule] = [:]

  private static let link = XSPFRule(content: .uri, attribute: "rel", isSingle: false)
  private static let meta = XSPFRule(content: .text, attribute: "rel", isSingle: false)
  private static let other = XSPFRule(content: .anything, attribute: "application", isSingle: false)
  private static let text = XSPFRule(content: .text)
  private static let uri = XSPFRule(content: .uri)
  private static let uris = XSPFRule(content: .uri, isSingle: false)
  private static let number = XSPFRule(content: .number)

  private static let track: [String: XSPFRule] = [
    "location": uris, "identifier": uris, "title": text, "creator": text, "annotation": text, "info": uri,
    "image": uri, "album": text, "trackNum": number, "duration": number, "link": link, "meta": meta,
    "extension": other,
  ]

  static let playlist = XSPFRule(
    content: .elements,
    children: [
      "title": text, "creator": text, "annotation": text, "info": uri, "location": uri, "identifier": uri,
      "image": uri, "date": XSPFRule(content: .date), "license": uri,
      "attribution": XSPFRule(content: .elements, children: ["location": uris, "identifier": uris]),
      "link": link, "meta": meta, "extension": other,
      "trackList": XSPFRule(
        content: .elements,
        children: ["track": XSPFRule(content: .elements, isSingle: false, children: track)]),
    ])
}

/// Compares an XSPF document with the specification while it is parsed. Each violation is a warning.
struct XSPFValidator {
  private struct Element {
    /// The name as it is written.
    var name: String
    var line: Int
    /// The rule; nil if the content is not checked.
    var rule: XSPFRule?
    /// The names of the elements in it that occur at most once.
    var found: Set<String> = []
    var hasElements = false
    var hasText = false
  }

  private static let mostWarnings = 100
  private static let longestName = 64
  private static let namespaces: Set = ["http://xspf.org/ns/0/", "https://xspf.org/ns/0/"]

  private(set) var warnings: [PlaylistWarning] = []
  private var open: [Element] = []
  private var names = XMLNamespaces()
  /// The namespace of the document, which may be another one than that of XSPF; empty if it has none.
  private var namespace = ""

  // MARK: The document

  /// Checks an element at its beginning. Returns its name without the prefix; nil if it belongs to another namespace than
  /// the document.
  mutating func begin(_ name: String, _ attributes: [String: String], line: Int) -> String? {
    names.begin(attributes)
    let (uri, local) = names.resolved(name)
    guard let parent = open.last else {
      namespace = uri
      open.append(Element(name: name, line: line, rule: local == "playlist" ? XSPFRule.playlist : nil))
      if local == "playlist" { checkRoot(attributes, line) }
      return local
    }
    open[open.count - 1].hasElements = true
    var element = Element(name: name, line: line)
    if let rule = parent.rule, rule.content != .anything {
      element.rule = uri == namespace ? rule.children[local] : nil
      if let child = element.rule {
        if child.isSingle, !open[open.count - 1].found.insert(local).inserted {
          warn(.repeatedElement(local), line)
        }
        checkAttributes(of: element, child.attribute.map { [$0] } ?? [], attributes)
      } else {
        warn(.unexpectedElement(XSPFValidator.short(name)), line)
      }
    }
    open.append(element)
    return uri == namespace || uri.isEmpty || XSPFValidator.namespaces.contains(uri) ? local : nil
  }

  mutating func find(_ text: UnsafeBufferPointer<UInt8>, line: Int) {
    guard let element = open.last, element.rule?.content == .elements, !element.hasText,
      !text.allSatisfy(PlaylistLocation.isSpace)
    else { return }
    open[open.count - 1].hasText = true
    warn(.unexpectedText(in: XSPFValidator.short(element.name)), line)
  }

  /// Checks an element at its end by its text, without white space around it.
  mutating func end(_ value: String) {
    names.end()
    guard let element = open.popLast(), let rule = element.rule else { return }
    if open.isEmpty, !element.found.contains("trackList") { warn(.noTrackList, element.line) }
    // The text of an element with others in it is not complete.
    guard !element.hasElements else { return }
    switch rule.content {
    case .uri:
      if !URIReference.isValid(value) { warn(.badURI(in: element.name), element.line) }
    case .date:
      if !XSPFDate.isValid(value) { warn(.badDate, element.line) }
    case .number:
      if !XSPFValidator.isNumber(value) { warn(.badNumber(in: element.name), element.line) }
    case .elements, .text, .anything: break
    }
  }

  // MARK: Attributes

  private mutating func checkRoot(_ attributes: [String: String], _ line: Int) {
    if let version = attributes["version"], version != "1" {
      warn(.otherVersion("version \(XSPFValidator.short(version))"), line)
    }
    if !XSPFValidator.namespaces.contains(namespace) {
      warn(
        .otherVersion(namespace.isEmpty ? "a list without a namespace" : XSPFValidator.short(namespace)), line
      )
    }
    if let root = open.last { checkAttributes(of: root, ["version"], attributes) }
  }

  private mutating func checkAttributes(
    of element: Element, _ required: Set<String>, _ attributes: [String: String]
  ) {
    // In any order of the dictionary the warnings are the same.
    for name in attributes.keys.sorted() where !required.contains(name) && !XSPFValidator.isGeneral(name) {
      warn(.unexpectedAttribute(XSPFValidator.short(name), of: element.name), element.line)
    }
    for name in required.sorted() {
      guard let value = attributes[name] else {
        warn(.missingAttribute(name, of: element.name), element.line)
        continue
      }
      if name != "version", !URIReference.isValid(value) {
        warn(.badURI(in: name), element.line)
      }
    }
  }

  /// Returns whether an attribute belongs to every XML document: a namespace, `xml:base` and others of this prefix.
  private static func isGeneral(_ name: String) -> Bool {
    name == "xmlns" || name.hasPrefix("xmlns:") || name.hasPrefix("xml:")
  }

  // MARK: Values

  /// Returns whether a text is a number of 0 or more (W3C, "XML Schema Part 2", section 3.3.20).
  private static func isNumber(_ text: String) -> Bool {
    let digits = text.first == "+" || text.first == "-" ? text.dropFirst() : text[...]
    return XSPFDate.isDigits(digits) && (text.first != "-" || digits.allSatisfy { $0 == "0" })
  }

  private static func short(_ name: String) -> String { String(name.prefix(longestName)) }

  private mutating func warn(_ problem: PlaylistWarning.Problem, _ line: Int) {
    guard warnings.count < XSPFValidator.mostWarnings else { return }
    warnings.append(PlaylistWarning(line: line, problem: problem))
  }
}

/// The namespaces that open elements declare. Source: W3C, "Namespaces in XML 1.0".
struct XMLNamespaces {
  /// The namespaces of each prefix, the innermost last; the prefix of the default namespace is empty.
  private var uris: [String: [String]] = [:]
  /// The prefixes that each open element declares.
  private var declared: [[String]] = []

  mutating func begin(_ attributes: [String: String]) {
    var prefixes: [String] = []
    for (name, uri) in attributes where name == "xmlns" || name.hasPrefix("xmlns:") {
      let prefix = String(name.dropFirst("xmlns:".count))
      uris[prefix, default: []].append(uri)
      prefixes.append(prefix)
    }
    declared.append(prefixes)
  }

  mutating func end() {
    for prefix in declared.popLast() ?? [] { uris[prefix]?.removeLast() }
  }

  /// Returns the namespace of an element and its name without the prefix; an empty one if it has none.
  func resolved(_ name: String) -> (uri: String, local: String) {
    let parts = name.split(separator: ":", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return (uris[""]?.last ?? "", name) }
    return (uris[parts[0]]?.last ?? "", parts[1])
  }
}

/// The form of a date in XSPF, `2005-01-08T17:10:47-05:00` (W3C, "XML Schema Part 2", section 3.2.7).
enum XSPFDate {
  static func isValid(_ text: String) -> Bool {
    let parts = text.split(separator: "T", omittingEmptySubsequences: false)
    guard parts.count == 2, isDay(parts[0]) else { return false }
    let time = parts[1].prefix { !"Z+-".contains($0) }
    return isTime(time) && isZone(parts[1][time.endIndex...])
  }

  private static func isDay(_ text: Substring) -> Bool {
    let parts = (text.first == "-" ? text.dropFirst() : text).split(
      separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].utf8.count >= 4, isDigits(parts[0]),
      parts[0].utf8.count == 4 || parts[0].first != "0", parts[0].contains(where: { $0 != "0" }),
      let month = twoDigits(parts[1]), let day = twoDigits(parts[2]), (1...12).contains(month)
    else { return false }
    // Of a long year, the last four digits decide whether it is a leap year.
    let year = Int(parts[0].suffix(4)) ?? 0
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return (1...days[month - 1]).contains(day)
  }

  private static func isTime(_ text: Substring) -> Bool {
    let whole = text.prefix { $0 != "." }
    let fraction = text[whole.endIndex...].dropFirst()
    let parts = whole.split(separator: ":", omittingEmptySubsequences: false).map(twoDigits)
    guard parts.count == 3, let hour = parts[0], let minute = parts[1], let second = parts[2],
      whole.endIndex == text.endIndex || isDigits(fraction)
    else { return false }
    // 24:00:00 is the end of a day.
    if hour == 24 { return minute == 0 && second == 0 && fraction.allSatisfy { $0 == "0" } }
    return hour < 24 && minute < 60 && second < 60
  }

  private static func isZone(_ text: Substring) -> Bool {
    if text.isEmpty || text == "Z" { return true }
    let parts = text.dropFirst().split(separator: ":", omittingEmptySubsequences: false).map(twoDigits)
    guard parts.count == 2, let hours = parts[0], let minutes = parts[1] else { return false }
    return hours < 14 && minutes < 60 || hours == 14 && minutes == 0
  }

  fileprivate static func isDigits(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  private static func twoDigits(_ text: Substring) -> Int? {
    text.utf8.count == 2 ? ASCIIText.number(text.utf8) : nil
  }
}
