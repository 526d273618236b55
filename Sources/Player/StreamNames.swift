import AudioBase
import MixEngine

/// What the last openings of tracks were of: a track is still heard when the next one has long been asked for.
package struct StreamNames {
  package struct Name {
    let stream: StreamID
    let entry: TransportEntry
    package var format: StreamFormat?
  }

  private static let kept = 64
  private var names: [Name] = []

  package subscript(stream: StreamID) -> Name? { names.last { $0.stream == stream } }

  mutating func add(_ stream: StreamID, _ entry: TransportEntry) {
    names.append(Name(stream: stream, entry: entry))
    if names.count > StreamNames.kept { names.removeFirst() }
  }

  mutating func set(_ format: StreamFormat, of stream: StreamID) {
    if let index = names.lastIndex(where: { $0.stream == stream }) { names[index].format = format }
  }
}
