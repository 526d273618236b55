import AudioBase
import CALSA
import Glibc
import SystemBase

/// The devices that alsa-lib knows: those of sound cards, and those of its configuration.
enum ALSADevices {
  /// PCMs of the configuration that only convert samples, or that are outputs and inputs of this program themselves.
  private static let converters: Set = [
    "null", "jack", "pulse", "pipewire", "lavrate", "samplerate", "speexrate", "speex", "upmix", "vdownmix",
    "oss", "usbstream",
  ]

  /// Adds the devices to a list, whose defaults are those of a sound server if there is one.
  static func add(to list: inout DeviceList, hasServer: Bool) {
    let cards = cards
    addNamed(to: &list, isDefault: !hasServer && !cards.isEmpty)
    for card in cards { addCard(card, to: &list) }
  }

  /// The numbers of the sound cards.
  static var cards: [Int32] {
    drumdub_alsa_be_quiet()
    var (cards, card): ([Int32], Int32) = ([], -1)
    while snd_card_next(&card) >= 0, card >= 0 { cards.append(card) }
    return cards
  }

  // MARK: The configuration

  /// Adds the PCMs that belong to no card.
  private static func addNamed(to list: inout DeviceList, isDefault: Bool) {
    var hints: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
    guard snd_device_name_hint(-1, "pcm", &hints) >= 0, let hints else { return }
    defer { snd_device_name_free_hint(hints) }
    var index = 0
    while let hint = hints[index] {
      index += 1
      guard let name = text(hint, "NAME"), !name.contains("CARD="), !converters.contains(name) else {
        continue
      }
      let lines = text(hint, "DESC")?.split(separator: "\n").joined(separator: ", ")
      let entry = DeviceEntry(
        name == "default" ? "alsa" : "alsa:\(name)", lines ?? name,
        isDefault: name == "default" && isDefault)
      let direction = text(hint, "IOID")
      if direction != "Input" { list.outputs.append(entry) }
      if direction != "Output" { list.inputs.append(entry) }
    }
  }

  private static func text(_ hint: UnsafeMutableRawPointer, _ key: String) -> String? {
    guard let text = snd_device_name_get_hint(hint, key) else { return nil }
    defer { free(text) }
    return FilePath(String(cString: text)).shown
  }

  // MARK: Cards

  private static func addCard(_ card: Int32, to list: inout DeviceList) {
    var opened: OpaquePointer?
    guard snd_ctl_open(&opened, "hw:\(card)", SND_CTL_NONBLOCK) >= 0, let control = opened else { return }
    defer { snd_ctl_close(control) }
    guard let names = names(of: control) else { return }
    var device: Int32 = -1
    while snd_ctl_pcm_next_device(control, &device) >= 0, device >= 0 {
      let name = "alsa:plughw:CARD=\(names.id),DEV=\(device)"
      if let pcm = pcmName(control, device, SND_PCM_STREAM_PLAYBACK) {
        list.outputs.append(DeviceEntry(name, "\(names.name), \(pcm)"))
      }
      if let pcm = pcmName(control, device, SND_PCM_STREAM_CAPTURE) {
        list.inputs.append(DeviceEntry(name, "\(names.name), \(pcm)"))
      }
    }
    device = -1
    while snd_ctl_rawmidi_next_device(control, &device) >= 0, device >= 0 {
      let path = "/dev/snd/midiC\(card)D\(device)"
      list.midi.append(DeviceEntry("raw:\(path)", names.name))
    }
  }

  private static func names(of control: OpaquePointer) -> (id: String, name: String)? {
    var info: OpaquePointer?
    guard snd_ctl_card_info_malloc(&info) >= 0 else { return nil }
    defer { snd_ctl_card_info_free(info) }
    guard snd_ctl_card_info(control, info) >= 0, let id = snd_ctl_card_info_get_id(info),
      let name = snd_ctl_card_info_get_name(info)
    else { return nil }
    return (String(cString: id), FilePath(String(cString: name)).shown)
  }

  /// Returns the name of a device of a card; nil if the device does not have this direction.
  private static func pcmName(_ control: OpaquePointer, _ device: Int32, _ stream: snd_pcm_stream_t)
    -> String?
  {
    var info: OpaquePointer?
    guard snd_pcm_info_malloc(&info) >= 0 else { return nil }
    defer { snd_pcm_info_free(info) }
    snd_pcm_info_set_device(info, UInt32(device))
    snd_pcm_info_set_subdevice(info, 0)
    snd_pcm_info_set_stream(info, stream)
    guard snd_ctl_pcm_info(control, info) >= 0, let name = snd_pcm_info_get_name(info) else { return nil }
    return FilePath(String(cString: name)).shown
  }
}
