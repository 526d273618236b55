import AudioBase
import MixEngine
import Player
import SystemBase

/// Keeps the engine's output running: the chosen one, or silence where that is not to be had.
@MainActor
final class OutputController {
  private var opener: OutputOpener
  private var memory: DeviceMemory
  private var watch: XrunWatch
  private let events: DeviceMessages
  private(set) var device: any OutputDevice
  private var engine: AudioEngine?
  private(set) var xruns = 0
  private var isFallback = false
  /// Whether the output in use takes no sound for a while.
  private(set) var isInterrupted = false
  /// Why the chosen output is not the one that plays.
  private(set) var failure: FileError?

  /// Opens the output, so that its rate is known before samples are converted.
  init(opener: OutputOpener, memory: DeviceMemory, mailbox: MainQueue) {
    var opener = opener
    self.memory = memory
    watch = XrunWatch(buffer: memory.buffer(of: opener.choice.name), period: opener.period)
    opener.periods = watch.periods
    self.opener = opener
    events = DeviceMessages(mailbox)
    do throws(FileError) {
      device = try opener.open()
    } catch {
      failure = error
      isFallback = true
      device = opener.silent(rate: opener.rate ?? .standard)
    }
  }

  var sampleRate: SampleRate { device.format.sampleRate }
  var status: OutputStatus {
    let format = device.format
    let queued = (format.buffer - format.period).seconds(at: format.sampleRate)
    let latency = (engine?.hitLatency(period: format.period) ?? 0) + queued
    return OutputStatus(name: device.name, format: format, latency: latency, xruns: xruns)
  }

  /// Of the output in use.
  var lateWakeUps: Int { device.lateWakeUps }

  func start(_ engine: AudioEngine) {
    self.engine = engine
    do throws(FileError) {
      try device.start(engine.source, events: events)
    } catch {
      failure = error
      fallBack()
    }
  }

  /// Counts a dropout; where they come again and again, the card gets a larger buffer, now and from now on.
  ///
  /// - Returns: whether the buffer has grown.
  func countXrun(of id: ObjectIdentifier) -> Bool {
    guard id == ObjectIdentifier(device) else { return false }
    xruns += 1
    guard case .alsa = opener.choice, !isFallback, watch.noteXrun(at: .now) else { return false }
    opener.periods = watch.periods
    device.stop()
    if reopen() { memory.remember(device.format.buffer, for: opener.choice.name) } else { fallBack() }
    return true
  }

  /// Goes on with silence. - Returns: false where the failed device is not the one in use.
  func replaceFailed(_ id: ObjectIdentifier) -> Bool {
    guard id == ObjectIdentifier(device) else { return false }
    device.stop()
    fallBack()
    return true
  }

  /// Notes that the output takes no sound, or takes it again. - Returns: false where it is not the one in use.
  func interrupted(_ id: ObjectIdentifier, _ isSo: Bool) -> Bool {
    guard id == ObjectIdentifier(device) else { return false }
    isInterrupted = isSo
    return true
  }

  /// Whether the chosen device may play if it is opened anew. A file that failed would begin anew and lose what it
  /// holds.
  var canBeRetried: Bool { (isFallback || isInterrupted) && opener.choice.isDevice }

  /// Tries the sound card again. - Returns: whether it plays now.
  func retry() -> Bool { canBeRetried && reopen() }

  /// - Returns: whether the chosen output plays now.
  private func reopen() -> Bool {
    guard let engine else { return false }
    opener.rate = engine.sampleRate
    // The engine's rate was chosen when it was made: a card that has another now is none for it.
    guard let found = try? opener.open(), found.format.sampleRate == engine.sampleRate else { return false }
    // One thread renders at a time.
    device.stop()
    device = found
    (isFallback, isInterrupted) = (false, false)
    start(engine)
    return !isFallback
  }

  private func fallBack() {
    (isFallback, isInterrupted) = (true, false)
    device = opener.silent(rate: device.format.sampleRate)
    // The silent output has nothing that could fail to start.
    if let engine { try? device.start(engine.source, events: events) }
  }
}

/// Brings what devices tell to the main thread.
private final class DeviceMessages: DeviceEvents {
  private let mailbox: MainQueue

  init(_ mailbox: MainQueue) { self.mailbox = mailbox }

  func deviceHadXrun(_ device: any OutputDevice) { mailbox.post(.deviceHadXrun(ObjectIdentifier(device))) }

  func deviceWasInterrupted(_ device: any OutputDevice) {
    mailbox.post(.deviceInterrupted(ObjectIdentifier(device), true))
  }

  func deviceGoesOn(_ device: any OutputDevice) {
    mailbox.post(.deviceInterrupted(ObjectIdentifier(device), false))
  }

  func deviceDidFail(_ device: any OutputDevice, _ error: FileError) {
    mailbox.post(.deviceFailed(ObjectIdentifier(device), error))
  }
}
