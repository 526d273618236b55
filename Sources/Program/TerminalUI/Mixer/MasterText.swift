import Application
import AudioBase
import MixEngine
import Studio

/// The texts of the meters of the output.
enum MasterText {
  /// Returns the meters in one line of the screen, the longest text first.
  static func lines(_ reading: MasterMeters.Reading) -> [String] {
    let (levels, loudness) = (reading.levels, reading.loudness)
    let clip = levels.isClipped ? " CLIP" : ""
    let (now, most) = (text(levels.reduction), text(levels.largestReduction))
    let (short, integrated) = (text(loudness.shortTerm), text(loudness.integrated))
    let peakText = "\(peak(levels))\(clip)"
    let lines = [
      (
        "peak \(peak(levels)) dB\(clip)", "limiter \(limiter(levels)): \(now) dB, most \(most)",
        "\(short) LUFS short-term, \(integrated) integrated"
      ),
      ("peak \(peakText)", "limiter \(now), most \(most)", "\(short) / \(integrated) LUFS"),
      (peakText, "\(now) dB", "\(short)/\(integrated) LUFS"),
    ]
    return lines.map {
      [$0.0, $0.1, reading.lacksLoudness ? "no libebur128" : $0.2].joined(separator: " · ")
    }
  }

  /// Returns what the command `meters` says.
  static func sentence(_ reading: MasterMeters.Reading, _ strips: [StripReduction]) -> String {
    let levels = reading.levels
    let most = text(levels.largestReduction)
    var parts = [
      "peak \(peak(levels)) dB\(levels.isClipped ? ", clipped without the limiter" : "")",
      "limiter at \(limiter(levels)): \(text(levels.reduction)) dB, at most \(most) dB",
    ]
    if reading.lacksLoudness {
      parts.append("no loudness: install libebur128")
    } else if reading.loudness.integrated == nil {
      parts.append("loudness is measured from now on: give the command again")
    } else {
      parts.append(
        "\(text(reading.loudness.shortTerm)) LUFS short-term, \(text(reading.loudness.integrated)) LUFS integrated"
      )
    }
    if !reading.peaks.isEmpty {
      let peaks = reading.peaks.map { "\($0.bus.name) \(text(peak: $0.peak))" }
      parts.append("peaks in dB: \(peaks.joined(separator: ", "))")
    }
    parts += strips.map { "compressor of \($0.bus.name): \(text($0.reduction)) dB" }
    return parts.joined(separator: " · ")
  }

  /// Returns a reduction as `0`, `−2.1`, `−12`.
  static func text(_ reduction: Decibels) -> String {
    if reduction.value < 0.05 { return "0" }
    return reduction.value < 9.95
      ? ShownText.tenths(-reduction.value) : ShownText.decimal(-reduction.value.rounded())
  }

  /// Returns how the limiter is set: its ceiling and its release.
  private static func limiter(_ levels: MasterReading) -> String {
    "\(ShownText.decimal(levels.limiter.ceiling.value)) dBTP, \(ShownText.decimal(levels.limiter.release * 1_000)) ms"
  }

  private static func text(_ loudness: Double?) -> String { loudness.map(ShownText.tenths) ?? "–" }

  private static func peak(_ levels: MasterReading) -> String { text(peak: levels.peak) }

  private static func text(peak: Float) -> String {
    let level = MeterContent(peak: Frame(repeating: peak)).left
    return level <= -100 ? "–" : ShownText.tenths(Double(level))
  }
}
