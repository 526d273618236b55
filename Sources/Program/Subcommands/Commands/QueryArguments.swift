import Configuration
import SystemBase

/// The command line of `drumdub query`.
///
/// `getopt_long` is not used, since `-live` excludes a word and is not a row of short options.
struct QueryArguments {
  enum Form: Equatable {
    case paths, json, m3u, null
    case format(TrackFormat)
  }

  private(set) var operands: [FilePath] = []
  private(set) var form = Form.paths
  private(set) var limit: Int?
  private(set) var library: FilePath?

  init(_ arguments: [FilePath]) throws(UsageError) {
    var rest = arguments[...]
    while let word = rest.popFirst() {
      let text = word.shown
      if text == "--" {
        operands += rest
        return
      }
      guard text.hasPrefix("--") || ["-0", "-h"].contains(text) else {
        operands.append(word)
        continue
      }
      try apply(text, word, &rest)
    }
  }

  private mutating func apply(
    _ text: String, _ word: FilePath, _ rest: inout ArraySlice<FilePath>
  ) throws(UsageError) {
    // `--limit=5` as well as `--limit 5`.
    let equals = word.bytes.firstIndex(of: UInt8(ascii: "="))
    let name = equals.map { FilePath(bytes: word.bytes[..<$0]).shown } ?? text
    switch name {
    case "--json" where equals == nil: form = .json
    case "--m3u" where equals == nil: form = .m3u
    case "--null" where equals == nil, "-0": form = .null
    case "--help" where equals == nil, "-h": throw .help
    case "--format", "--limit", "--library":
      let inside = equals.map { FilePath(bytes: word.bytes[($0 + 1)...]) }
      guard let value = inside ?? rest.popFirst() else { throw UsageError("option \(name) needs a value") }
      try set(name, value)
    case "--json", "--m3u", "--null", "--help": throw UsageError("option \(name) takes no value")
    default: throw UsageError("unknown option \(text)")
    }
  }

  private mutating func set(_ name: String, _ value: FilePath) throws(UsageError) {
    switch name {
    case "--limit":
      guard let count = Int(value.shown), count >= 0 else {
        throw UsageError("--limit must be a number, not \(value.shown)")
      }
      limit = count
    case "--library":
      guard !value.isEmpty else { throw UsageError("--library needs a file") }
      library = value
    default: form = .format(TrackFormat(template: try LineTemplate.option(value.shown)))
    }
  }
}
