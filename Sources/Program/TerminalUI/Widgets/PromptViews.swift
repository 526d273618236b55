import Application
import Controls
import MusicLibrary

// The names and the keys of the prompts, which are drawn in the line of messages.

extension LayerView where Self: FilterPrompt {
  package var leaving: String { "closed, all rows again" }
}

extension QueueFilterPrompt: LayerView {
  package var name: String { "filter" }

  package nonisolated static let hints: [KeyHint] = [
    .enter("play"), .leave("all again"), .choose,
    KeyHint("Ins Del", "mark, remove", [.edit(.mark), .edit(.remove)]),
  ]

  package func hints(_ keys: KeyMap) -> [KeyHint]? { QueueFilterPrompt.hints }

  package var matchesNothing: Bool {
    application.state.filter.map { $0.rows.isEmpty && !$0.isWorking } ?? false
  }
}

extension SaveQueuePrompt: LayerView {
  package var name: String { "save as" }
  package func hints(_ keys: KeyMap) -> [KeyHint]? { [.enter("save"), .leave()] }
}

extension LibraryFilterPrompt: LayerView {
  package var name: String { "filter" }
  package var fieldNote: String? { TextFieldText.queryError(text.text) }
  package func hints(_ keys: KeyMap) -> [KeyHint]? { [.enter("keep"), .leave("all again"), .choose] }
  package var matchesNothing: Bool { application.library?.browser.level.isEmptied ?? false }
}

extension ScanPrompt: LayerView {
  package var name: String { "folder to scan" }
  package func hints(_ keys: KeyMap) -> [KeyHint]? { [.enter("scan"), .tab(), .leave()] }
}

extension AddToPlaylistPrompt: LayerView {
  package var name: String { "add to the playlist" }
  package func hints(_ keys: KeyMap) -> [KeyHint]? { [.enter("add"), .leave()] }
}

extension SaveQueryPrompt: LayerView {
  package var name: String { "save the query as" }
  package func hints(_ keys: KeyMap) -> [KeyHint]? { [.enter("save"), .leave()] }
}

extension PlaylistNamePrompt: LayerView {
  package var name: String { "playlist name" }
  package func hints(_ keys: KeyMap) -> [KeyHint]? { [.enter("rename"), .leave()] }
}

extension TakeNamePrompt: LayerView {
  package var name: String { application.namesLayer ? "layer name" : "take name" }
  package func hints(_ keys: KeyMap) -> [KeyHint]? { [.enter("rename"), .leave()] }
}

extension TakeFolderPrompt: LayerView {
  package var name: String { "folder for the take" }
  package func hints(_ keys: KeyMap) -> [KeyHint]? { [.enter("save"), .tab(), .leave()] }
}

extension TempoPrompt: LayerView {
  package var name: String { "tempo in BPM" }
  package var fieldValue: String? { application.presentValue("tempo") }
  package func hints(_ keys: KeyMap) -> [KeyHint]? { [.enter("set"), .leave()] }
}

extension TimeSignaturePrompt: LayerView {
  package var name: String { "time signature" }
  package var fieldValue: String? { application.presentValue("time-signature") }
  package func hints(_ keys: KeyMap) -> [KeyHint]? { [.enter("set"), .leave()] }
}

extension SleepPrompt: LayerView {
  package var name: String { "minutes to the pause, 0 for none" }
  package var fieldValue: String? { application.presentValue("sleep") }
  package func hints(_ keys: KeyMap) -> [KeyHint]? { [.enter("set"), .leave()] }
}

extension KitFilterPrompt: LayerView {
  package var name: String { "filter" }
  package func hints(_ keys: KeyMap) -> [KeyHint]? { [.enter("keep"), .leave("all again"), .choose] }
  package var matchesNothing: Bool { application.kits.list?.rows.isEmpty ?? false }
}

extension SettingsFilterPrompt: LayerView {
  package var name: String { "filter" }
  package func hints(_ keys: KeyMap) -> [KeyHint]? { [.enter("keep"), .leave("all again"), .choose] }
  package var matchesNothing: Bool { list?.lines.isEmpty ?? false }
}

extension PadValuePrompt: LayerView {
  package var name: String { "value" }
  package var fieldValue: String? { application.presentPadValue }
  package func hints(_ keys: KeyMap) -> [KeyHint]? { [.enter("set"), .leave()] }
}

extension PadSamplePrompt: LayerView {
  package var name: String { "sound file" }
  package var fieldValue: String? { application.presentPadValue }
  package func hints(_ keys: KeyMap) -> [KeyHint]? { [.enter("use"), .tab(), .leave()] }
}

extension KitNamePrompt: LayerView {
  package var name: String { "save the kit as" }
  package func hints(_ keys: KeyMap) -> [KeyHint]? { [.enter("save"), .leave()] }
}

extension MixerFilterPrompt: LayerView {
  package var name: String { "filter" }
  package func hints(_ keys: KeyMap) -> [KeyHint]? { [.enter("keep"), .leave("all again"), .choose] }
}

extension MixerNamePrompt: LayerView {
  package var name: String { "save the mixer as" }
  package func hints(_ keys: KeyMap) -> [KeyHint]? { [.enter("save"), .leave()] }
}

extension LibraryLevel {
  /// Whether the list is read and has no rows.
  var isEmptied: Bool { listing != nil && isCurrent && !isLoading && count == 0 }
}
