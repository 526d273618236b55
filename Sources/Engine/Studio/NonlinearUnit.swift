import Effects

/// An effect of a mixer whose response to a sum may differ from the sum of its responses.
package struct NonlinearUnit: Hashable, Sendable {
  /// The name of the effect, as its strip shows it.
  package var title: String
  package var bus: MixGraph.Bus

  package init(title: String, bus: MixGraph.Bus) { (self.title, self.bus) = (title, bus) }

  private static func isLinear(_ kind: EffectKind) -> Bool {
    switch kind {
    case .filter, .equalizer, .reverb, .sweep, .stutter, .brake: true
    // The echoes of the delay are saturated.
    case .delay, .compressor, .distortion, .transient: false
    }
  }

  /// Returns whether an effect is linear; false for a plug-in, which tells nothing about it.
  fileprivate static func isLinear(_ unit: String) -> Bool {
    EffectKind(rawValue: unit).map(isLinear) ?? false
  }
}

extension MixGraph {
  /// The effects that are heard and may not be linear, in the order of their strips.
  package var nonlinearUnits: [NonlinearUnit] {
    strips.sorted { $0.key.order < $1.key.order }.flatMap { bus, strip in
      strip.inserts.filter { $0.isHeard && !NonlinearUnit.isLinear($0.unit) }
        .map { NonlinearUnit(title: $0.description?.title ?? $0.unit, bus: bus) }
    }
  }
}
