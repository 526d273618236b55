import SystemBase

/// The content of a sound file: its kind and the position of its sound, without the tags around it. Used by
/// the tag reader, the track key and the decoders.
package struct FileContent {
  package let kind: FileKind
  /// The offset after the tags at the file's start.
  package let start: Int
  /// The frames of a file of the kinds `mpeg` and `adts`; nil for others.
  package let frames: MPEGStream?

  /// Detects the content of a file.
  ///
  /// - Throws: `notAudio` if the content is unknown, `damaged` if the file ends within a tag, `readFailed`.
  package init(of file: borrowing RegularFile) throws(FileError) {
    start = try FileTags.leadingTags(of: file).last?.upperBound ?? 0
    guard start <= file.size else {
      throw FileError(.damaged, file.subject, detail: "it ends within its tags")
    }
    guard start < file.size else {
      throw FileError(.notAudio, file.subject, detail: "a tag without sound")
    }
    let part = start..<file.size
    if let kind = try FileContent.markedKind(of: file, part) {
      (self.kind, frames) = (kind, nil)
      return
    }
    guard let stream = try MPEGStream(in: part, of: file) else {
      throw FileError(.notAudio, file.subject, detail: start > 0 ? "a tag without sound" : nil)
    }
    (kind, frames) = (stream.isADTS ? .adts : .mpeg, stream)
  }

  private static func markedKind(
    of file: borrowing RegularFile, _ part: Range<Int>
  ) throws(FileError) -> FileKind? {
    let head = try file.read(at: part.lowerBound, count: 4 << 10)
    if let kind = FileKind(markIn: head.span) { return kind }
    return try AC3Frame.kind(head, in: part, of: file)
  }
}

extension FileContent {
  /// Returns the part of the file that stays the same when its tags are written.
  package func sound(of file: borrowing RegularFile) throws(FileError) -> Range<Int> {
    if let frames { return frames.sound }
    switch kind {
    case .flac: return try flac(file)
    case .wav, .waveBigEndian, .rf64, .bw64, .wave64, .aiff, .caf, .au:
      return try SoundChunk(of: file, kind: kind)?.content ?? 0..<file.size
    case .mp4: return try MP4Sound.data(of: file)
    case .asf: return try asf(file)
    case .dsf: return try dsf(file)
    case .ape, .wavPack, .musepack7, .musepack8, .trueAudio:
      return start..<(try FileTags.startOfTrailingTags(of: file, in: start..<file.size))
    default: return 0..<file.size
    }
  }

  /// Returns the range of the FLAC frames, which follow the metadata blocks (RFC 9639, section 8).
  private func flac(_ file: borrowing RegularFile) throws(FileError) -> Range<Int> {
    var blocks = try FLACBlocks(file, start: start)
    while try blocks.next(in: file) != nil {}
    let end = try FileTags.startOfTrailingTags(of: file, in: start..<file.size)
    return min(blocks.end, end)..<end
  }

  /// Returns the range behind the header object of ASF, whose length follows its name.
  private func asf(_ file: borrowing RegularFile) throws(FileError) -> Range<Int> {
    let head = try file.read(at: 0, count: 24)
    return min(head.span.little(16, 7) ?? 0, file.size)..<file.size
  }

  /// Returns the range from the header of DSF to the tag, whose offset is in the header (version 1.01).
  private func dsf(_ file: borrowing RegularFile) throws(FileError) -> Range<Int> {
    let head = try file.read(at: 0, count: 28)
    let tag = head.span.little(20, 7) ?? 0
    return 28..<(tag > 28 && tag <= file.size ? tag : max(file.size, 28))
  }
}

extension FileContent {
  /// Returns the texts of the tags whose texts should be UTF-8: Vorbis comments, APE and MP4.
  package func tagTexts(of file: borrowing RegularFile) throws(FileError) -> [RawTagText] {
    switch kind {
    case .flac: return try VorbisComment.flac(file, start: start)
    case .oggVorbis, .oggOpus, .oggSpeex, .oggFLAC: return try VorbisComment.ogg(file, kind)
    case .mp4: return try MP4Text.all(of: file)
    case .ape, .wavPack, .musepack7, .musepack8, .mpeg: return try APEText.all(of: file, after: start)
    default: return []
    }
  }

  /// Returns whether a file may have chapters. Reads only headers and comments, so that most files need no other reader.
  package func mayHaveChapters(_ file: borrowing RegularFile) throws(FileError) -> Bool {
    switch kind {
    case .mpeg: return try FileContent.hasChapterFrame(file)
    case .flac, .oggVorbis, .oggOpus, .oggFLAC, .oggSpeex:
      return try tagTexts(of: file).contains { $0.name.hasPrefix("CHAPTER") }
    case .mp4, .matroska, .asf: return true
    default: return false
    }
  }

  /// Returns whether an ID3v2 tag at the start has a frame CHAP (ID3v2 Chapter Frame Addendum, section 3.1).
  private static func hasChapterFrame(_ file: borrowing RegularFile) throws(FileError) -> Bool {
    for range in try FileTags.leadingTags(of: file) {
      let tag = try ID3Tag.read(range, of: file)
      if tag?.frames.contains(where: { $0.id == Array("CHAP".utf8) }) ?? false { return true }
    }
    return false
  }

  /// Returns `endsEarly` for a file that is shorter than its headers state, that ends within a frame of FLAC, MPEG audio or
  /// ADTS, or whose last Ogg page is missing; nil otherwise. Decodes nothing.
  package func damage(of file: borrowing RegularFile) throws(FileError) -> FileError? {
    guard try isCut(file) else { return nil }
    return FileError(.endsEarly, file.subject)
  }

  private func isCut(_ file: borrowing RegularFile) throws(FileError) -> Bool {
    switch kind {
    case .wav, .waveBigEndian, .rf64, .bw64, .wave64, .aiff, .caf, .au:
      guard start == 0, let chunk = try SoundChunk(of: file, kind: kind) else { return false }
      return chunk.isCut(fileSize: file.size)
    case .mpeg, .adts:
      guard let frames else { return false }
      guard let claimed = frames.claimedBytes else { return try frames.endsAmidFrames(of: file) }
      // Some encoders include the tags in the number.
      guard claimed > file.size else { return false }
      if claimed > frames.range.count + 4_096 { return true }
      return try frames.endsWithinFrame(of: file)
    case .mp4: return try file.boxes(in: 0..<file.size).last?.isCut ?? false
    case .asf: return try isASFCut(file)
    case .flac: return try FLACTail.isCut(file, start: start, sound: sound(of: file))
    case .oggVorbis, .oggOpus, .oggFLAC: return try OggPage.end(of: file) == nil
    case .ape: return try CutSound.isAPECut(file, start: start)
    case .wavPack: return try WavPackTail.isCut(file, start: start, end: sound(of: file).upperBound)
    case .musepack8: return try CutSound.isMusepackCut(file, end: sound(of: file).upperBound)
    case .trueAudio: return try CutSound.isTrueAudioCut(file, start: start)
    case .matroska: return try CutSound.isMatroskaCut(file, start: start)
    default: return false
    }
  }

  /// Returns whether the file is shorter than its file properties object states (Microsoft, "Advanced Systems Format
  /// Specification", section 3.2). A broadcast states no size.
  private func isASFCut(_ file: borrowing RegularFile) throws(FileError) -> Bool {
    let name: [UInt8] = [
      0xA1, 0xDC, 0xAB, 0x8C, 0x47, 0xA9, 0xCF, 0x11, 0x8E, 0xE4, 0, 0xC0, 0x0C, 0x20, 0x53, 0x65,
    ]
    var offset = 30
    for _ in 0..<100 {
      let bytes = try file.read(at: offset, count: 92)
      guard bytes.count == 92, let length = bytes.span.little(16, 7), length >= 24 else { return false }
      if bytes.starts(with: name) {
        let isBroadcast = bytes[88] & 1 == 1
        return !isBroadcast && bytes.span.little(40, 7) ?? 0 > file.size
      }
      offset += length
    }
    return false
  }
}
