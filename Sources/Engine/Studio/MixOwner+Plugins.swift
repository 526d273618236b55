import Effects

/// The plug-ins of the mixer, which are found, tried and made on other threads.
extension MixOwner {
  /// Returns another mixer with what is known of its plug-ins, so that it has the values of their parameters.
  package func described(_ other: MixGraph) -> MixGraph {
    let unknown = other.unknownPlugins
    if unknown.isEmpty { return other }
    // All states of a plug-in have the same parameters.
    var units: [String: UnitDescription] = [:]
    for (request, found) in plugins { units[request.unit] = (try? found.get()) ?? units[request.unit] }
    var found: [PluginRequest: UnitDescription] = [:]
    for request in unknown { found[request] = units[request.unit] }
    var other = other
    other.describe(found)
    return other
  }

  /// Receives plug-ins that were requested. Those of the graph are heard from now on.
  package func receive(_ found: [PluginRequest: Result<UnitDescription, UnitRefusal>]) {
    requested.subtract(found.keys)
    plugins.merge(found) { $1 }
    show(graph, name: name)
  }

  /// Receives a plug-in that was ordered. It is heard from now on.
  package func receive(_ made: Result<any EffectUnit, UnitRefusal>, for id: Int) {
    rack.receive(made, for: id)
    build()
    onChange()
  }

  /// The plug-ins and presets that are still looked for, tried or made, in the order of their numbers.
  package var awaited: [MixGraph.Insert] {
    graph.strips.values.flatMap(\.units).filter { insert in
      if insert.isBypassed { return false }
      return insert.pluginRequest.map(requested.contains) ?? rack.isOrdered(insert: insert.id)
    }.sorted { $0.id < $1.id }
  }

  /// Bypasses plug-ins and presets that are heard or awaited, so that nothing waits for them. Switched on, they are
  /// made again. Returns those that were not bypassed before.
  @discardableResult
  package func bypass(where isMeant: (MixGraph.Insert) -> Bool) -> [MixGraph.Insert] {
    let meant = graph.strips.values.flatMap(\.units).filter { !$0.isBypassed && isMeant($0) }
    change { graph in
      for insert in meant { graph.changeInsert(insert.id) { $0.isBypassed = true } }
    }
    return meant.sorted { $0.id < $1.id }
  }

  /// Returns the plug-ins that have stopped or could not be made since the last call, and bypasses them.
  ///
  /// A plug-in that needs more latency gets it by a new plan.
  package func checkPlugins() -> [(unit: String, reason: UnitRefusal)] {
    let needsPlan = rack.acceptLongerLatencies()
    let new = rack.refusals.filter { graph.insert($0.key)?.isBypassed == false }
    if needsPlan { build() }
    if !new.isEmpty {
      var changed = graph
      for id in new.keys { changed.changeInsert(id) { $0.isBypassed = true } }
      show(changed, name: name)
    }
    return new.sorted { $0.key < $1.key }.compactMap { id, reason in
      graph.insert(id).map { ($0.description?.title ?? $0.unit, reason) }
    }
  }

  /// The graph with what its plug-ins keep now.
  package var snapshot: MixGraph {
    var copy = graph
    for insert in graph.strips.values.flatMap(\.units) where insert.description?.kind == .lv2 {
      if let state = rack.state(ofInsert: insert.id) { copy.changeInsert(insert.id) { $0.state = state } }
    }
    return copy
  }
}
