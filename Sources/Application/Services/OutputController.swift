import AudioBase
import MixEngine
import Player
import SystemBase

/// Opens the output that the user chose.
package protocol OutputOpening {
  /// The output as the user writes it.
  var name: String { get }
  /// Whether the output may come back after a failure, as a sound card does.
  var isDevice: Bool { get }
  /// Whether the output is a server that is waited for when it does not run, or has ended.
  var awaitsServer: Bool { get }
  /// Whether the buffer can be enlarged.
  var hasBuffer: Bool { get }
  /// The rate; nil for 48 kHz, or the nearest rate of the card.
  var rate: SampleRate? { get set }
  var period: FrameCount { get }
  /// The size of the buffer in periods.
  var periods: Int { get set }

  func open() throws(DeviceError) -> any OutputDevice
  /// Returns an output that discards the sound at the given rate.
  func silent(rate: SampleRate) -> any OutputDevice
}

extension OutputOpening {
  package var awaitsServer: Bool { false }
}

/// Runs the engine's output: the chosen one, or a silent one if that fails. Main thread.
@MainActor
package final class OutputController {
  private var opener: any OutputOpening
  private var remember: (FrameCount) -> Void
  private var watch: XrunWatch
  private let events: DeviceReports
  package private(set) var device: any OutputDevice
  private var session: AudioSession?
  package private(set) var xruns = 0
  private var isFallback = false
  /// Whether the device was stopped because the system sleeps.
  private var isSuspended = false
  /// The reason why the output has stopped accepting sound for now; nil if it has not.
  package private(set) var interruption: InterruptionReason?
  /// The reason why the chosen output is not used.
  package private(set) var failure: DeviceError?
  /// The time at which a device that another program uses alone, or a server that does not run, is opened again; nil if
  /// there is none.
  package private(set) var nextRetry: HostTime?
  /// Seconds between two trials to open the device.
  private static let retryInterval = 1.0

  /// Opens the output; its rate is needed to convert samples.
  ///
  /// - Parameters:
  ///   - needed: the buffer that the device needed before; nil if unknown.
  ///   - remember: stores the buffer that the device needs.
  ///   - report: called on the device's threads.
  package init(
    opener: any OutputOpening, needed: FrameCount?, remember: @escaping (FrameCount) -> Void,
    report: @escaping ReportSink
  ) {
    var opener = opener
    self.remember = remember
    watch = XrunWatch(buffer: needed, period: opener.period)
    opener.periods = watch.periods
    self.opener = opener
    events = DeviceReports(report)
    do throws(DeviceError) {
      device = try opener.open()
    } catch {
      device = opener.silent(rate: opener.rate ?? .standard)
      isFallback = true
      note(error)
    }
  }

  package var sampleRate: SampleRate { device.format.sampleRate }
  package var status: OutputStatus {
    let format = device.format
    let queued = (format.buffer - format.period).seconds(at: format.sampleRate)
    let latency = (session?.control.hitLatency(period: format.period) ?? 0) + queued
    return OutputStatus(
      name: device.name, chosen: opener.name, receiver: device.receiver, format: format, latency: latency,
      xruns: xruns, interruption: interruption, failure: isFallback ? failure : nil)
  }

  /// The number of late wake-ups; see `OutputDevice`.
  package var lateWakeUps: Int { device.lateWakeUps }

  package func start(_ session: AudioSession) {
    self.session = session
    do throws(DeviceError) {
      try session.start(device, events: events)
    } catch {
      fallBack(keepsInterruption: true)
      note(error)
    }
  }

  /// Notes why the chosen output cannot be used, and when it is to be tried again if it is busy or a server that does not
  /// run.
  private func note(_ error: DeviceError, isRetried: Bool = true) {
    failure = error
    let isBusy = error.code == .busy
    let awaitsServer = opener.awaitsServer && isRetried
    interruption = isBusy ? .busy(error.subject) : awaitsServer ? interruption : nil
    nextRetry =
      isBusy || awaitsServer ? HostTime.now.advanced(bySeconds: OutputController.retryInterval) : nil
  }

  /// Counts a dropout. After repeated ones, opens the device again with a larger buffer and remembers its size.
  ///
  /// - Returns: whether the device was opened again; `status.failure` states if that has failed.
  func countXrun(of id: ObjectIdentifier) -> Bool {
    guard id == ObjectIdentifier(device) else { return false }
    xruns += 1
    guard opener.hasBuffer, !isFallback, watch.noteXrun(at: .now) else { return false }
    opener.periods = watch.periods
    if reopen() { remember(device.format.buffer) }
    return true
  }

  /// The sound goes another way from now on. Dropouts that this causes are counted, but do not enlarge the buffer.
  func routeDidChange() { watch.routeDidChange(at: .now) }

  /// Switches to the silent output; a server is waited for. - Returns: false if the failed device is not in use.
  func replaceFailed(_ id: ObjectIdentifier, _ error: DeviceError) -> Bool {
    guard id == ObjectIdentifier(device) else { return false }
    session?.stopDevice()
    // The music is interrupted: none of it is played to the silent output.
    session?.control.send(.pause)
    fallBack()
    failure = error
    if opener.awaitsServer {
      interruption = .serverGone
      nextRetry = HostTime.now.advanced(bySeconds: OutputController.retryInterval)
    }
    return true
  }

  /// Notes that the output stopped accepting sound, or accepts it again. - Returns: false if it is not in use.
  ///
  /// - Parameter reason: nil if it accepts sound again.
  package func interrupted(_ id: ObjectIdentifier, _ reason: InterruptionReason?) -> Bool {
    guard id == ObjectIdentifier(device) else { return false }
    interruption = reason
    if reason == nil { nextRetry = nil }
    return true
  }

  /// Whether opening the chosen device again may help. A file would be overwritten.
  var canBeRetried: Bool { (isFallback || interruption != nil) && opener.isDevice }

  /// Whether a device that has come may be the chosen one, which could not be opened before.
  var awaitsDevice: Bool { isFallback && opener.isDevice && nextRetry == nil }

  /// Opens the device again. - Returns: whether it plays now.
  package func retry() -> Bool { canBeRetried && reopen() }

  /// Stops a device before the system sleeps. Other outputs wait with the music; a file would be overwritten.
  func suspend() {
    guard opener.isDevice, !isFallback else { return }
    session?.stopDevice()
    isSuspended = true
  }

  /// Opens the device again after the system has slept; if that fails, uses the silent output.
  ///
  /// - Returns: why the device cannot be used; nil if it plays, or if an interruption says so.
  func resume() -> DeviceError? {
    guard isSuspended else { return nil }
    isSuspended = false
    if reopen() { return nil }
    // The server has ended meanwhile.
    if interruption == nil, nextRetry != nil { interruption = .serverGone }
    return interruption == nil ? failure : nil
  }

  /// Opens the chosen output again; if that fails, uses the silent one. - Returns: whether the chosen one plays now.
  private func reopen() -> Bool {
    guard let session else { return false }
    // A card can be opened once.
    if !isFallback { session.stopDevice() }
    opener.rate = session.control.sampleRate
    var fits = true
    do throws(DeviceError) {
      let found = try opener.open()
      // The rate of the engine does not change, so a card with another rate cannot be used.
      let (rate, own) = (found.format.sampleRate, session.control.sampleRate)
      fits = rate == own
      if !fits {
        throw DeviceError(
          .unavailable, opener.name, detail: "its sample rate is \(rate.hertz) Hz, not \(own.hertz)")
      }
      device = found
    } catch {
      if !isFallback { fallBack(keepsInterruption: true) }
      note(error, isRetried: fits)
      return false
    }
    (isFallback, nextRetry) = (false, nil)
    start(session)
    if !isFallback { interruption = nil }
    return !isFallback
  }

  /// Opens another output and uses it from now on.
  ///
  /// - Throws: if it cannot be opened or has another sample rate; the previous output plays on.
  func change(
    to new: any OutputOpening, needed: FrameCount?, remember: @escaping (FrameCount) -> Void
  ) throws(DeviceError) {
    guard let session else { return }
    var new = new
    let watch = XrunWatch(buffer: needed, period: new.period)
    (new.rate, new.periods) = (session.control.sampleRate, watch.periods)
    let found = try new.open()
    let rate = found.format.sampleRate
    guard rate == session.control.sampleRate else {
      throw DeviceError(
        .unavailable, new.name,
        detail: "its sample rate is \(rate.hertz) Hz, not \(session.control.sampleRate.hertz)")
    }
    do throws(DeviceError) {
      try session.start(found, events: events)
    } catch {
      // A device is started once, so the previous one is opened again.
      if isFallback { fallBack(keepsInterruption: true) } else { _ = reopen() }
      throw error
    }
    (device, opener, self.watch, self.remember) = (found, new, watch, remember)
    (isFallback, interruption, failure, nextRetry, xruns) = (false, nil, nil, nil, 0)
  }

  private func fallBack(keepsInterruption: Bool = false) {
    isFallback = true
    if !keepsInterruption { (interruption, nextRetry) = (nil, nil) }
    device = opener.silent(rate: device.format.sampleRate)
    // The silent output always starts.
    try? session?.start(device, events: events)
  }
}

/// Forwards events of devices to the main thread.
private final class DeviceReports: DeviceEvents {
  private let report: ReportSink

  init(_ report: @escaping ReportSink) { self.report = report }

  func deviceHadXrun(_ device: any OutputDevice) { report(.deviceHadXrun(ObjectIdentifier(device))) }

  func deviceWasInterrupted(_ device: any OutputDevice, _ reason: InterruptionReason) {
    report(.deviceInterrupted(ObjectIdentifier(device), reason))
  }

  func deviceGoesOn(_ device: any OutputDevice) { report(.deviceInterrupted(ObjectIdentifier(device), nil)) }

  func deviceDidFail(_ device: any OutputDevice, _ error: DeviceError) {
    report(.deviceFailed(ObjectIdentifier(device), error))
  }

  func deviceRouteDidChange(_ device: any OutputDevice, _ change: RouteChange) {
    report(.routeChanged(ObjectIdentifier(device), change))
  }

  func deviceReceiverDidChange(_ device: any OutputDevice) {
    report(.receiverChanged(ObjectIdentifier(device)))
  }
}
