import AudioBase
import MixEngine
import Player

/// Keeps the engine's output running: the chosen one, or silence where that is not to be had.
@MainActor
final class OutputKeeper {
  private let opener: OutputOpener
  private let events: DeviceMessages
  private var device: any OutputDevice
  private var engine: AudioEngine?
  private var xruns = 0
  private var isFallback = false
  /// Why the chosen output is not the one that plays.
  private(set) var failure: AudioError?

  /// Opens the output, so that its rate is known before samples are converted.
  init(opener: OutputOpener, mailbox: MainMailbox) {
    self.opener = opener
    events = DeviceMessages(mailbox)
    do throws(AudioError) {
      device = try opener.open()
    } catch {
      failure = error
      isFallback = true
      device = opener.silent(rate: opener.rate ?? .standard)
    }
  }

  var sampleRate: SampleRate { device.format.sampleRate }
  var status: OutputStatus { OutputStatus(name: device.name, format: device.format, xruns: xruns) }

  func start(_ engine: AudioEngine) {
    self.engine = engine
    do throws(AudioError) {
      try device.start(engine.source, events: events)
    } catch {
      failure = error
      fallBack()
    }
  }

  func stop() { device.stop() }

  func countXrun(of id: ObjectIdentifier) {
    if id == ObjectIdentifier(device) { xruns += 1 }
  }

  /// Goes on with silence. - Returns: false where the failed device is not the one in use.
  func replaceFailed(_ id: ObjectIdentifier) -> Bool {
    guard id == ObjectIdentifier(device) else { return false }
    device.stop()
    fallBack()
    return true
  }

  /// Tries the sound card again where silence stands in for it; a file that failed would begin anew and lose what
  /// it holds. - Returns: whether it plays now.
  func retry() -> Bool {
    guard isFallback, let engine, case .alsa = opener.choice else { return false }
    let again = OutputOpener(choice: opener.choice, rate: engine.sampleRate, period: opener.period)
    // The engine's rate was chosen when it was made: a card that has another now is none for it.
    guard let found = try? again.open(), found.format.sampleRate == engine.sampleRate else { return false }
    device.stop()
    device = found
    isFallback = false
    start(engine)
    return !isFallback
  }

  private func fallBack() {
    isFallback = true
    device = opener.silent(rate: device.format.sampleRate)
    // The silent output has nothing that could fail to start.
    if let engine { try? device.start(engine.source, events: events) }
  }
}

/// Brings what devices tell to the main thread.
private final class DeviceMessages: DeviceEvents {
  private let mailbox: MainMailbox

  init(_ mailbox: MainMailbox) { self.mailbox = mailbox }

  func deviceHadXrun(_ device: any OutputDevice) { mailbox.post(.deviceHadXrun(ObjectIdentifier(device))) }

  func deviceDidFail(_ device: any OutputDevice, _ error: AudioError) {
    mailbox.post(.deviceFailed(ObjectIdentifier(device), error))
  }
}
