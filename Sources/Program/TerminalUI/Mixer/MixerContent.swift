import Application
import Studio
import SystemBase

/// The mixer as values for drawing.
package struct MixerContent: Hashable, Sendable {
  /// A row of a strip or of a list.
  package struct Row: Hashable, Sendable {
    package var name: String
    package var text = ""
    /// The text in a narrow column, without the name.
    package var short = ""
    /// The place of the value in its range, 0…1; nil without a value.
    package var share: Double?
    /// Whether it is an effect that is not heard.
    package var isOff = false
  }

  package struct Strip: Hashable, Sendable {
    package var name: String
    package var isMuted = false
    package var isSoloed = false
    /// The level of its sound; nil if it is not measured.
    package var meter: MeterContent?
    /// The fader first.
    package var rows: [Row] = []

    /// `mute`, `solo`, both, or nothing.
    var states: String {
      [isMuted ? "mute" : nil, isSoloed ? "solo" : nil].compactMap(\.self).joined(separator: " ")
    }
  }

  /// The parameters of an effect, or what can be added.
  package struct List: Hashable, Sendable {
    package var heading: String
    package var rows: [Row]
    package var selection: Int
  }

  package var heading: String
  package var strips: [Strip]
  /// The indices of the chosen strip, and of its chosen row.
  package var selection: Int
  package var row: Int
  /// The position of the filter of the music, −100…100, and the moves that are held.
  package var sweep = 0.0
  package var held: Set<Move> = []
  /// The path of the sound of the chosen strip.
  var chain: SignalChain
  /// The list that is shown instead of the strips; nil if there is none.
  package var list: List?
  /// The keys, where the screen has no line for them.
  package var hints: [String] = []

  init(heading: String, strips: [Strip], selection: Int, row: Int, chain: SignalChain) {
    (self.heading, self.strips, self.selection, self.row) = (heading, strips, selection, row)
    self.chain = chain
  }

  var chosen: Strip { strips[min(max(selection, 0), strips.count - 1)] }

  /// The list that is drawn if the strips do not fit side by side.
  var chosenList: List {
    let states = chosen.states.isEmpty ? "" : " · \(chosen.states)"
    return List(
      heading: "\(heading) · \(chosen.name), \(selection + 1) of \(strips.count)\(states)", rows: chosen.rows,
      selection: row)
  }
}

extension MixerContent {
  /// Creates the content of the layer.
  ///
  /// - Parameter meter: the level of a bus; nil if it is not measured.
  @MainActor
  init(_ layer: MixerLayer, meter: (MixGraph.Bus) -> MeterContent?) {
    let (mixer, application) = (layer.mixer, layer.application)
    let (graph, buses, bus) = (mixer.graph, mixer.buses, mixer.bus)
    let name = MixerText.name(bus, application)
    self.init(
      heading: [
        "Mixer", mixer.owner.name, mixer.loading.map { "loading plug-in \($0.come + 1) of \($0.all)" },
      ]
      .compactMap(\.self).joined(separator: " · "),
      strips: buses.map { bus in
        Strip(
          name: MixerText.name(bus, application), isMuted: application.isMuted(bus),
          isSoloed: graph[bus].isSoloed, meter: meter(bus),
          rows: mixer.rows(of: bus).map { Row($0, in: bus, application, graph) })
      },
      selection: buses.firstIndex(of: bus) ?? 0, row: mixer.rowIndex,
      chain: SignalChain(
        bus, graph[bus], name: name, fader: application.value(of: .fader, in: bus).map(MixerText.text) ?? "",
        row: mixer.row, isHeard: mixer.owner.isHeard)
    )
    (sweep, held) = (mixer.owner.sweepPosition, mixer.owner.held)
    switch layer.mode {
    case .strips: break
    case .parameters(_, let row):
      list = layer.opened.map {
        List($0, layer.values(of: $0), of: name, row: row, isHeard: mixer.owner.isHeard($0))
      }
    case .adding(let row):
      let filter = layer.filter.isEmpty ? "" : " · \(FilePath(layer.filter).shown)"
      list = List(
        heading: "\(name) · add\(filter)", rows: layer.additions.map { Row($0, mixer) }, selection: row)
    case .addingPlugin(let category, let row):
      list = List(
        heading: "\(name) · add · \(category)", rows: layer.additions.map { Row($0, mixer) },
        selection: row)
    }
  }
}

extension MixerContent.List {
  /// Creates the list of the values of an effect.
  fileprivate init(
    _ insert: MixGraph.Insert, _ values: [MixerValue], of strip: String, row: Int, isHeard: Bool
  ) {
    let rows = values.map {
      MixerContent.Row(name: $0.parameter.title, text: MixerText.text($0), share: $0.share, isOff: !isHeard)
    }
    self.init(heading: "\(strip) · \(MixerText.name(insert, isHeard: isHeard))", rows: rows, selection: row)
  }
}

extension MixerContent.Row {
  /// Creates a row of what can be added.
  @MainActor
  fileprivate init(_ addition: MixerController.Addition, _ mixer: MixerController) {
    self.init(name: MixerText.name(addition))
    switch addition {
    case .unit(let unit): text = FilePath(unit.author ?? "").shown
    case .category(let category):
      text = ShownText.count(mixer.pluginCount(in: category), "plug-in", "plug-ins")
    case .send: break
    }
  }

  @MainActor
  fileprivate init(
    _ row: MixerController.Row, in bus: MixGraph.Bus, _ application: Application, _ graph: MixGraph
  ) {
    let value = application.value(of: row, in: bus)
    let text = value.map(MixerText.text) ?? ""
    switch row {
    case .fader: self.init(name: "fader", text: text, short: text)
    case .pan: self.init(name: "pan", text: text, short: text)
    case .send(let target):
      let name = MixGraph.Bus.returns(target).name
      self.init(name: "send \(name)", text: text, short: "→\(target) \(text)")
    case .insert(let id):
      let insert = graph.insert(id)
      let isHeard = insert.map { application.mixer?.owner.isHeard($0) ?? $0.isHeard } ?? false
      let name = insert.map { MixerText.name($0, isHeard: isHeard) } ?? ""
      self.init(name: name, short: name, isOff: !isHeard)
    }
    share = value?.share
  }
}
