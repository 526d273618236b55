import AudioBase

/// What names of music end with.
package enum MusicNames {
  package static func isMusic(_ path: FilePath) -> Bool { extensions.contains(path.fileExtension) }

  private static let extensions: Set<String> = [
    "wav", "wave", "rf64", "w64", "bwf", "aiff", "aif", "aifc", "au", "snd", "caf",
    "flac", "ogg", "oga", "opus", "spx", "mp3", "mp2", "mpga", "m4a", "m4b", "mp4", "aac", "adts", "alac",
    "wv", "ape", "mpc", "mpp", "mp+", "tta", "wma", "ac3", "eac3", "dts", "dsf", "dff", "amr", "mka", "weba",
    "webm",
    "mod", "s3m", "it", "xm",
  ]
}
