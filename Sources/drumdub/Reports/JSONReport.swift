import FoundationEssentials

/// How every report is written as JSON: one line, members in alphabetical order, slashes as they are.
package enum JSONReport {
  package static func text(_ report: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(report), as: UTF8.self)
  }
}
