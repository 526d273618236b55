import SystemBase

/// The priming, the padding and the length of a sound in the tag iTunSMPB, which iTunes writes.
///
/// Its text has hexadecimal words: "00000000 PRIMING PADDING FRAMES …". All numbers are frames at the rate of the sound.
package struct GaplessNote: Hashable, Sendable {
  package let priming: Int
  package let padding: Int
  /// The number of frames between the priming and the padding.
  package let frames: Int

  /// The number of frames by which decoders of layer III are late, which the priming of an MP3 does not include.
  package static let layerIIIDelay = 529
  /// The largest number of bytes of a comment that is read.
  private static let limit = 1_024
  /// The difference in frames up to which a note fits a stream: four packets of the longest kind.
  private static let tolerance = 4 * 1_152

  /// Fails for a text of another form.
  package init?(_ text: String) {
    let words = text.split(separator: " ")
    guard words.count > 3, let priming = Int(words[1], radix: 16), let padding = Int(words[2], radix: 16),
      let frames = Int(words[3], radix: 16), (0...0xFFFF).contains(priming), (0...0xFFFF).contains(padding),
      (1...0xFFFF_FFFF_FFFF).contains(frames)
    else { return nil }
    (self.priming, self.padding, self.frames) = (priming, padding, frames)
  }

  /// Returns whether the note is that of a stream, which has a number of frames with priming and padding.
  ///
  /// A program that cuts a file may keep the comment of the whole.
  package func fits(streamOf total: Int) -> Bool {
    abs(priming + padding + frames - total) <= GaplessNote.tolerance
  }

  /// Returns the length of the sound of a decoder that is late by a number of frames.
  package func length(delay: Int) -> Int { max(frames - max(delay - padding, 0), 0) }
}

extension GaplessNote {
  /// Reads the comment in the ID3v2 tags at the start of a file; fails if there is none.
  package init?(inTagsOf file: borrowing RegularFile) throws(FileError) {
    for range in try FileTags.leadingTags(of: file) {
      guard let tag = try ID3Tag.read(range, of: file) else { continue }
      for frame in tag.frames where frame.mayBeComment && frame.content.count <= GaplessNote.limit {
        if let note = GaplessNote(comment: try tag.content(of: frame, file)) {
          self = note
          return
        }
      }
    }
    return nil
  }

  /// Reads the content of a frame, in any encoding: an encoding byte, a language in comments, a description, the text.
  private init?(comment bytes: [UInt8]) {
    // Hexadecimal digits and the description are ASCII; this bit makes letters lower-case.
    let letters = bytes.filter { (0x20...0x7E).contains($0) }.map { $0 | 0x20 }
    guard let name = letters.firstRange(of: Array("itunsmpb".utf8)) else { return nil }
    self.init(String(decoding: letters[name.upperBound...], as: UTF8.self))
  }
}

extension GaplessNote {
  /// The number of frames by which decoders of Musepack are late.
  private static let musepackDelay = 481

  /// Reads the header of a Musepack file of stream version 8; fails if it does not state the length.
  ///
  /// Source: "Musepack SV8 specification", packet SH: a checksum of four bytes, the version, the frames, those of silence.
  package init?(ofMusepack file: borrowing RegularFile, start: Int) throws(FileError) {
    let head = try file.read(at: start, count: 64)
    guard head.span.has("MPCKSH") else { return nil }
    var offset = 6
    // Seven bits a byte; the highest bit is set if another byte follows.
    func number() -> Int {
      var value = 0
      for _ in 0..<8 where offset < head.count {
        value = value << 7 | Int(head[offset] & 0x7F)
        offset += 1
        if head[offset - 1] < 0x80 { break }
      }
      return value
    }
    _ = number()
    offset += 5
    let (all, silence) = (number(), number())
    guard all > silence, silence < 0xFFFF else { return nil }
    (priming, padding, frames) = (silence + GaplessNote.musepackDelay, 0, all - silence)
  }
}

extension ID3Frame {
  /// Whether the frame is a comment or a text that has a description.
  fileprivate var mayBeComment: Bool {
    ["COMM", "TXXX", "COM", "TXX"].contains(String(decoding: id, as: UTF8.self))
  }
}
