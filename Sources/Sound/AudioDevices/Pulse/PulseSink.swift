import AudioBase
import CPulse
import SystemBase

struct PulseSink: Sendable {
  var name: String
  /// The description for users.
  var description: String
  var rate: SampleRate

  /// The name of the sink that a server makes while it has no other one, such as when it has just started. Source:
  /// PulseAudio's module-always-sink, PipeWire's module-fallback-sink.
  static let placeholder = "auto_null"

  private static let defaultName = "@DEFAULT_SINK@"

  /// Asks the server for a sink; for its default one without a name.
  init(_ name: String?, _ connection: PulseConnection) throws(DeviceError) {
    let call = "pa_context_get_sink_info_by_name"
    let found: PulseSink? = try connection.answer(to: call, nil) { result in
      drumdub_pa_context_get_sink_info_by_name(
        connection.context, name ?? PulseSink.defaultName,
        { _, info, _, context in
          guard let info else { return }
          CallbackResult<PulseSink?>.at(context)?.value = PulseSink(info.pointee)
        }, result)
    }
    guard let sink = found else { throw connection.error(.unavailable, call) }
    self = sink
  }

  /// Returns whether the server has a sink.
  ///
  /// - Throws: `notResponding` if the server is too busy to answer.
  static func exists(_ name: String, _ connection: PulseConnection) throws(DeviceError) -> Bool {
    do throws(DeviceError) { _ = try PulseSink(name, connection) } catch {
      if error.code == .notResponding { throw error }
      return false
    }
    return true
  }

  /// Returns the change to another sink.
  ///
  /// - Parameter isThere: whether this sink still exists. One that only stands in for others is not missed.
  func change(to next: PulseSink, isThere: Bool) -> RouteChange {
    isThere || name == PulseSink.placeholder
      ? .moved(to: next.description) : .removed(description, next: next.description)
  }

  private init(_ info: pa_sink_info) {
    name = info.name.map { String(cString: $0) } ?? ""
    let words = info.description ?? info.name
    description = words.map { FilePath(String(cString: $0)).shown } ?? ""
    rate = SampleRate(Int(info.sample_spec.rate))
  }
}
