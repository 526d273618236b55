import FoundationEssentials
import SystemBase

/// A path in a report: `path` as text; where it is not UTF-8, escaped, with its bytes as `pathBase64` beside it.
package struct PathReport: Encodable, Hashable, Sendable {
  package var path: FilePath

  package init(path: FilePath) { self.path = path }

  private enum CodingKeys: String, CodingKey { case path, pathBase64 }

  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(path.text ?? path.shown, forKey: .path)
    if path.text == nil { try fields.encode(Data(path.bytes).base64EncodedString(), forKey: .pathBase64) }
  }
}
