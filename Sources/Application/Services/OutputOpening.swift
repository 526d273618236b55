import AudioBase
import SystemBase

/// Opens the output that the user chose.
package protocol OutputOpening {
  /// As the user would write it.
  var name: String { get }
  /// Whether it comes and goes, and is worth trying again.
  var isDevice: Bool { get }
  /// Whether it is a sound card whose buffer can be made larger.
  var hasBuffer: Bool { get }
  /// Nil: 48 kHz, or what the card has nearest to it.
  var rate: SampleRate? { get set }
  var period: FrameCount { get }
  /// Periods in a card's buffer.
  var periods: Int { get set }

  func open() throws(DeviceError) -> any OutputDevice
  /// Returns an output that takes sound in its time and plays nothing.
  func silent(rate: SampleRate) -> any OutputDevice
}
