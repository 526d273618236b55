import SystemBase
import TextEncodings

/// Reads an SFZ file with all files that it includes, and replaces its variables. Used by one thread.
///
/// Everything that could grow without end is bounded: the depth and the number of includes, the bytes in all files, the
/// variables and their values. What exceeds a bound is left out and said.
final class SFZSource {
  private static let deepest = 32
  private static let mostFiles = 4_096
  private static let mostBytes = 16 << 20
  private static let mostVariables = 10_000
  private static let longestValue = 4_096
  private static let longestVariable = 64

  let folder: KitFolder
  private let included: KitFolder
  private(set) var findings = KitFindings()
  private var variables: [String: String] = [:]
  private var longestName = 0
  private var open: [FilePath] = []
  /// The file and all that it includes, in the order in which they were read.
  private(set) var files: [FilePath] = []
  private var bytes = 0
  private let handle: (SFZSource, SFZToken, SFZPlace) -> Void

  /// - Parameter handle: called for each header and opcode in order.
  init(_ file: FilePath, handle: @escaping (SFZSource, SFZToken, SFZPlace) -> Void) {
    // Programs and samples often lie in two folders beside each other. Included files lie in or below the first one.
    folder = KitFolder(file.directory, parents: 1)
    included = KitFolder(file.directory)
    self.handle = handle
  }

  func ignore(_ part: String) { findings.ignore(part) }

  func report(_ reason: String, at place: SFZPlace) {
    findings.report(reason, line: place.line, of: place.file.shown)
  }

  /// Reads a file and all that it includes.
  ///
  /// - Throws: errors of reading the file itself; those of included files are said.
  func read(_ file: FilePath) throws(FileError) {
    let content = try FileBytes.read(file, limit: SFZSource.mostBytes - bytes)
    files.append(file)
    bytes += content.count
    open.append(file)
    defer { open.removeLast() }
    let text = EncodedText(content)
    var scanner = SFZScanner(text.utf8(text.bytes))
    while let (token, line) = scanner.next() { handle(token, at: SFZPlace(file: file, line: line)) }
  }

  private func handle(_ token: SFZToken, at place: SFZPlace) {
    switch token {
    case .header: handle(self, token, place)
    case .opcode(let name, let value):
      handle(self, .opcode(name: expanded(name), value: expanded(value)), place)
    case .define(let name, let value): define(name, expanded(value), place)
    case .include(let name): include(expanded(name), place)
    case .unknown(let word): ignore("\"\(FilePath(word).shown)\" \(place.shown)")
    }
  }

  // MARK: Variables

  private func define(_ name: String, _ value: String, _ place: SFZPlace) {
    guard variables.count < SFZSource.mostVariables, value.utf8.count <= SFZSource.longestValue,
      name.utf8.count <= SFZSource.longestVariable
    else {
      return ignore("#define of $\(FilePath(String(name.prefix(64))).shown) \(place.shown): it is too long")
    }
    variables[name] = value
    longestName = max(longestName, name.count)
  }

  /// Replaces each `$name` by its value; where several names fit, the longest one counts.
  private func expanded(_ text: String) -> String {
    guard !variables.isEmpty, text.utf8.count <= SFZSource.longestValue, text.contains("$") else {
      return text
    }
    var result = ""
    var rest = text[...]
    while let sign = rest.firstIndex(of: "$") {
      result += rest[..<sign]
      rest = rest[sign...].dropFirst()
      let lengths = (1...max(longestName, 1)).reversed()
      if let name = lengths.lazy.map({ String(rest.prefix($0)) }).first(where: { self.variables[$0] != nil })
      {
        result += variables[name] ?? ""
        rest = rest.dropFirst(name.count)
      } else {
        result += "$"
      }
      if result.utf8.count > SFZSource.longestValue { return String(result.prefix(SFZSource.longestValue)) }
    }
    return result + rest
  }

  // MARK: Includes

  private func include(_ name: String, _ place: SFZPlace) {
    let directive = "#include \"\(FilePath(String(name.prefix(200))).shown)\""
    let file: FilePath
    do throws(KitFolder.Refusal) { file = try includedFile(name) } catch {
      return report("\(directive): \(error.rawValue)", at: place)
    }
    if open.contains(file) { return report("\(directive): the file includes itself", at: place) }
    if open.count > SFZSource.deepest {
      return report("\(directive): more than \(SFZSource.deepest) nested files", at: place)
    }
    guard files.count < SFZSource.mostFiles, bytes < SFZSource.mostBytes else {
      return report("\(directive): the included files are too many or too large", at: place)
    }
    do throws(FileError) { try read(file) } catch {
      let reason = error.code == .notFound ? "there is no such file" : error.detail ?? "it cannot be read"
      report("\(directive): \(reason)", at: place)
    }
  }

  /// Finds an included file: its path begins in the folder of the first file, or of the one that includes it.
  private func includedFile(_ name: String) throws(KitFolder.Refusal) -> FilePath {
    let file = try included.file(named: name)
    if file.exists { return file }
    guard let first = open.first?.directory, let last = open.last?.directory, last != first else {
      return file
    }
    // The including file lies below the first one.
    let inner = last.bytes.dropFirst(first.bytes.count).drop { $0 == UInt8(ascii: "/") }
    let nested = try included.file(named: String(decoding: inner, as: UTF8.self) + "/" + name)
    return nested.exists ? nested : file
  }
}
