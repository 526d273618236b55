import Documents
import SystemBase

/// Reads an SFZ file with all files that it includes, and replaces its variables. Used by one thread.
///
/// Everything that could grow without end is bounded: the depth and the number of includes, the bytes in all files, the
/// variables and their values. What exceeds a bound is left out and said.
final class SFZSource {
  /// The folders above that of the file whose samples and included files belong to the kit.
  static let parents = 2
  /// The extensions of included files outside the folder of the file.
  static let included: Set<String> = ["sfz", "sfzh", "h", "inc", "txt"]
  private static let deepest = 32
  private static let mostFiles = 4_096
  private static let mostBytes = 16 << 20
  private static let mostVariables = 10_000
  private static let longestValue = 4_096
  private static let longestVariable = 64

  let folder: KitFolder
  private let includes: KitFolder
  private(set) var diagnostics = KitDiagnostics()
  private var variables: [String: String] = [:]
  /// The lengths of the names of variables, in bytes, the longest first.
  private var nameLengths: [Int] = []
  /// The files that are being read, each with its folder as it is written, from that of the first one.
  private var open: [(file: FilePath, folder: String)] = []
  /// The file and all that it includes, in the order in which they were read.
  private(set) var files: [FilePath] = []
  private var bytes = 0
  private let handle: (SFZSource, SFZToken, SFZPlace) -> Void
  private var notes: [FilePath: SampleNote?] = [:]

  /// Creates a reader of an SFZ file and of its included files. `handle` is called for each header and opcode in order.
  init(_ file: FilePath, handle: @escaping (SFZSource, SFZToken, SFZPlace) -> Void) {
    // Programs, mappings and samples often lie in folders beside each other, and programs in folders of their own.
    folder = KitFolder(file.directory, parents: SFZSource.parents, formats: SampleFolder.formats)
    includes = KitFolder(
      file.directory, parents: SFZSource.parents, extensionsAbove: SFZSource.included)
    self.handle = handle
  }

  func ignore(_ part: String) { diagnostics.ignore(part) }

  /// Adds a part that is not used and whose number is said.
  func count(_ part: String) { diagnostics.ignore(part, isCounted: true) }

  func report(_ reason: String, at place: SFZPlace) {
    diagnostics.report(reason, line: place.line, of: place.file.shown)
  }

  /// Reads a file and all that it includes. Throws errors of reading the file; those of included files are said.
  func read(_ file: FilePath) throws(FileError) { try read(file, in: "") }

  private func read(_ file: FilePath, in folder: String) throws(FileError) {
    let content = try FileBytes.read(file, limit: SFZSource.mostBytes - bytes)
    files.append(file)
    bytes += content.count
    open.append((file, folder))
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

  /// Returns what a sample states of its key and its loop. Each file is read once.
  func note(of sample: FilePath) -> SampleNote? {
    if let known = notes[sample] { return known }
    let note = SampleNote(sample)
    notes[sample] = .some(note)
    return note
  }

  // MARK: Variables

  private func define(_ name: String, _ value: String, _ place: SFZPlace) {
    guard variables.count < SFZSource.mostVariables, value.utf8.count <= SFZSource.longestValue,
      name.utf8.count <= SFZSource.longestVariable
    else {
      return ignore("#define of $\(FilePath(String(name.prefix(64))).shown) \(place.shown): it is too long")
    }
    variables[name] = value
    let length = name.utf8.count
    guard !nameLengths.contains(length) else { return }
    nameLengths.append(length)
    nameLengths.sort(by: >)
  }

  /// Replaces each `$name` by its value; where several names fit, the longest one counts.
  private func expanded(_ text: String) -> String {
    guard !variables.isEmpty, text.utf8.count <= SFZSource.longestValue, text.contains("$") else {
      return text
    }
    var result: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let sign = rest.firstIndex(of: UInt8(ascii: "$")), result.count <= SFZSource.longestValue {
      result += rest[..<sign]
      rest = rest[sign...].dropFirst()
      if let (length, value) = variable(at: rest) {
        result += value.utf8
        rest = rest.dropFirst(length)
      } else {
        result.append(UInt8(ascii: "$"))
      }
    }
    result += rest
    return String(decoding: result.prefix(SFZSource.longestValue), as: UTF8.self)
  }

  /// Returns the length of the longest name that a text begins with, and its value.
  private func variable(at text: ArraySlice<UInt8>) -> (length: Int, value: String)? {
    for length in nameLengths where length <= text.count {
      if let value = variables[String(decoding: text.prefix(length), as: UTF8.self)] {
        return (length, value)
      }
    }
    return nil
  }

  // MARK: Includes

  private func include(_ name: String, _ place: SFZPlace) {
    let directive = "#include \"\(FilePath(String(name.prefix(200))).shown)\""
    let found: (file: FilePath, path: String)
    do throws(KitFolder.Refusal) { found = try includedFile(name) } catch {
      return report("\(directive): \(error.rawValue)", at: place)
    }
    if open.contains(where: { $0.file == found.file }) {
      return report("\(directive): the file includes itself", at: place)
    }
    if open.count > SFZSource.deepest {
      return report("\(directive): more than \(SFZSource.deepest) nested files", at: place)
    }
    guard files.count < SFZSource.mostFiles, bytes < SFZSource.mostBytes else {
      return report("\(directive): the included files are too many or too large", at: place)
    }
    let folder = found.path.lastIndex { "/\\".contains($0) }.map { String(found.path[...$0]) } ?? ""
    do throws(FileError) { try read(found.file, in: folder) } catch {
      let reason = error.code == .notFound ? "there is no such file" : error.detail ?? "it cannot be read"
      report("\(directive): \(reason)", at: place)
    }
  }

  /// Finds an included file. Its path is relative to the folder of the first file, or to that of the including file.
  ///
  /// - Returns: the file, and its path relative to the folder of the first file.
  private func includedFile(_ name: String) throws(KitFolder.Refusal) -> (file: FilePath, path: String) {
    for path in [name, (open.last?.folder ?? "") + name] {
      if let file = try? includes.file(named: path), file.exists { return (file, path) }
    }
    return (try includes.file(named: name), name)
  }
}
