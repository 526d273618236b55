import AudioBase
import CSndfile
import SystemBase

/// Makes writers for all formats that takes are exported to, through libsndfile.
package struct AudioEncoderMaker: AudioWriterMaking {
  package init() {}

  package func makeWriter(
    _ path: FilePath, _ encoding: AudioEncoding, rate: SampleRate, length: FrameCount?, texts: FileTexts
  ) throws(FileError) -> any AudioFileWriter {
    try SndfileWriter(
      path: path, sampleRate: rate, encoding: .export(encoding), length: length, texts: texts)
  }
}

extension SampleFormat {
  var bytesPerFrame: Int {
    switch self {
    case .s16: 4
    case .s24: 6
    case .float: 8
    }
  }

  /// libsndfile's number.
  var number: Int {
    switch self {
    case .s16: SF_FORMAT_PCM_16
    case .s24: SF_FORMAT_PCM_24
    case .float: SF_FORMAT_FLOAT
    }
  }
}

extension AudioFileFormat {
  /// libsndfile's number, with the encoding of a lossy format.
  var number: Int {
    switch self {
    case .wav: SF_FORMAT_WAV
    case .flac: SF_FORMAT_FLAC
    case .aiff: SF_FORMAT_AIFF
    case .ogg: SF_FORMAT_OGG | SF_FORMAT_VORBIS
    case .opus: SF_FORMAT_OGG | SF_FORMAT_OPUS
    case .mp3: SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III
    }
  }

  /// libsndfile's level of compression, from 0, the largest file, to 1; nil if the format is not compressed.
  var compression: Double? {
    switch self {
    case .wav, .aiff: nil
    // Level 5 of 8, the default of flac(1).
    case .flac: 5.0 / 8
    // Vorbis quality 6, about 190 kbit/s.
    case .ogg: 0.4
    // 512 kbit/s × 0.31: about 160 kbit/s.
    case .opus: 0.69
    // LAME's V2, about 190 kbit/s.
    case .mp3: 0.2
    }
  }
}

extension FileTexts {
  /// The texts by libsndfile's numbers.
  var fields: [(Int32, String)] {
    [
      (Int32(SF_STR_TITLE), title), (Int32(SF_STR_ARTIST), artist), (Int32(SF_STR_ALBUM), album),
      (Int32(SF_STR_DATE), date), (Int32(SF_STR_GENRE), genre), (Int32(SF_STR_TRACKNUMBER), track),
      (Int32(SF_STR_COMMENT), comment),
    ]
  }
}
