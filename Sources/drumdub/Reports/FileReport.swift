import AudioBase
import SystemBase

/// What `info` tells of files: their tags and sound, or the sentence that says why not.
package struct FileReport: Encodable, Hashable, Sendable {
  package enum Entry: Hashable, Sendable {
    case track(TrackInfo)
    case failure(FilePath, sentence: String)
  }

  package var files: [Entry]

  package init(files: [Entry]) { self.files = files }

  /// `{"files":[…]}` on one line.
  package func json() throws -> String { try JSONReport.text(self) }
}

extension FileReport.Entry: Encodable {
  private enum CodingKeys: String, CodingKey { case error }

  package func encode(to encoder: any Encoder) throws {
    switch self {
    case .track(let track): try track.encode(to: encoder)
    case .failure(let path, let sentence):
      try PathReport(path: path).encode(to: encoder)
      var fields = encoder.container(keyedBy: CodingKeys.self)
      try fields.encode(sentence, forKey: .error)
    }
  }
}
