import Dubbing

/// The faults of MIDI files.
extension TakeText {
  /// The maximum number of faults that are named.
  private static let mostFlaws = 4

  /// Returns the faults of a MIDI file with their positions; nil if it has none.
  package static func flaws(_ flaws: MIDIFile.Flaws) -> String? {
    if flaws.isEmpty { return nil }
    let named = flaws.first.prefix(mostFlaws)
    let list = named.map { "byte \($0.place): \(sentence($0.kind))" }
    let rest = flaws.count > named.count ? ["\(flaws.count - named.count) more"] : []
    return "the file has faults: " + (list + rest).joined(separator: "; ")
  }

  private static func sentence(_ flaw: MIDIFile.Flaw.Kind) -> String {
    switch flaw {
    case .headerLength(let length): "the header states \(length) bytes; its tracks were found"
    case .trackCount(let stated, let read): "the header states \(stated) tracks, \(read) were read"
    case .chunkLength: "the length of a track is wrong; it was read to its end"
    case .skipped(let bytes): "\(bytes) bytes that are no track were skipped"
    case .dataByte(let value): "the data byte \(value) counts as 127"
    case .runningStatus: "a message after system exclusive data has no status; the one before counts"
    case .noStatus: "data without a status was skipped"
    case .status(let status): "the status \(status), which files do not have, was skipped"
    case .systemExclusive: "the length of system exclusive data is wrong; it was skipped"
    case .longNumber: "a number has more than four bytes; its last 28 bits count"
    case .tempo: "a tempo without a duration was skipped"
    case .timeSignature: "a time signature that there is not was skipped"
    case .cut: "the track ends within an event; what precedes it was read"
    }
  }
}
