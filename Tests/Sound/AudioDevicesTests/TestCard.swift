import AudioBase
import Glibc
import TestSupport

@testable import AudioDevices

/// A virtual sound card: a plug-in of alsa-lib.
///
/// It must be used in a separate process: alsa-lib reads its environment once.
final class TestCard {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      """
      pcm_type.drumdub_card {
        lib "\(TestPrograms.path("libCTestCard.so").shown)"
        open "_snd_pcm_drumdub_card_open"
      }
      pcm.card { type drumdub_card }
      # Its largest buffer is a short one.
      pcm.small { type drumdub_card buffer 1024 }
      # It offers a long buffer, for which it has no memory.
      pcm.scarce { type drumdub_card memory 1024 }
      # It has one dropout.
      pcm.failing { type drumdub_card xrun 24000 }
      """, to: "asound.conf")
    setenv("ALSA_CONFIG_PATH", folder.file("asound.conf").shown, 1)
  }

  /// Opens a PCM of the card at 48 kHz, with four periods of 256 frames.
  ///
  /// - Parameter isCard: nil if the PCM is asked, which belongs to no card for alsa-lib.
  func open(_ pcm: String = "card", isCard: Bool? = true) throws -> ALSAOutput {
    try ALSAOutput(pcm: pcm, rate: .standard, period: FrameCount(256), periods: 4, isCard: isCard)
  }
}
