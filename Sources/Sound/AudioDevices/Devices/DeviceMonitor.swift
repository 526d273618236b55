import AudioBase
import CPulse
import Glibc
import SystemBase

/// Watches the devices of the machine on a thread of its own: those of the sound server, and those of ALSA while no
/// server runs. Sleeps while nothing changes.
package final class DeviceMonitor: ThreadedDevice {
  /// Milliseconds in which the server reports the parts of a change.
  private static let pause: Int32 = 20

  package let thread = DeviceThread()
  private let report: @Sendable ([DeviceChange]) -> Void

  /// Creates a monitor. Its thread calls `report` after each change, with what is announced to the user.
  package init(report: @escaping @Sendable ([DeviceChange]) -> Void) { self.report = report }

  package func start() { thread.start("devices", isRealtime: false) { [self] in run() } }

  private func run() {
    var connection = PulseServer.isListening ? try? PulseConnection(until: thread.stopSignal.descriptor) : nil
    while !thread.isStopping {
      if let server = connection.take() { followServer(server) }
      if !thread.isStopping { connection = followCards() }
    }
  }

  /// Reports the changes of a server until it ends.
  private func followServer(_ connection: PulseConnection) {
    let kinds = (
      PA_SUBSCRIPTION_MASK_SINK, PA_SUBSCRIPTION_MASK_SOURCE, PA_SUBSCRIPTION_MASK_SERVER,
      PA_SUBSCRIPTION_MASK_SINK_INPUT
    )
    guard (try? connection.watch(kinds.0, kinds.1, kinds.2, kinds.3)) != nil,
      var state = try? connection.state()
    else { return }
    report([])
    while !thread.isStopping, connection.isAlive {
      connection.waitForChange()
      thread.stopSignal.wait(milliseconds: thread.isStopping ? 0 : DeviceMonitor.pause)
      if thread.isStopping { return }
      guard var next = try? connection.state() else {
        // A busy server is asked again: its change would not be reported otherwise.
        if connection.isAlive { thread.stopSignal.wait(milliseconds: PulseServer.retryInterval) }
        connection.hasChanged = true
        continue
      }
      next.keepSink(of: state)
      if next == state { continue }
      report(state.changes(to: next))
      state = next
    }
    if !thread.isStopping { report([]) }
  }

  /// Reports the changes of sound cards until a server starts.
  ///
  /// - Returns: nil if the watched folders have changed, or a server listens, but none answers.
  private func followCards() -> PulseConnection? {
    let folder = FilePath("/dev/snd")
    let cards = FolderWatch([folder.isFolder ? folder : FilePath("/dev")])
    let servers = PulseServer.watch()
    let jacks = HeadphoneJacks()
    // One that has a socket may answer later, which changes no folder.
    let timeout = servers != nil && PulseServer.hasSocket ? PulseServer.retryInterval : -1
    while !thread.isStopping {
      let own = [thread.stopSignal.descriptor, servers?.descriptor ?? -1, cards?.descriptor ?? -1]
      var watched = (own + jacks.descriptors).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      let count = poll(&watched, nfds_t(watched.count), timeout)
      if (count < 0 && errno != EINTR) || thread.isStopping { return nil }
      if count == 0 && !PulseServer.isListening { continue }
      if count == 0 || watched[1].revents != 0 {
        return PulseConnection.afterStart(until: thread.stopSignal) { thread.isStopping }
      }
      for card in jacks.newlyUnplugged() { report([.headphonesUnplugged(card: card)]) }
      if watched[2].revents != 0 {
        report([])
        return nil
      }
    }
    return nil
  }
}
