import CALSA

/// The headphone jacks of all sound cards, which the kernel shows as controls named `Headphone Jack`. One thread.
///
/// Source: Documentation/sound/designs/jack-controls.rst of the Linux kernel.
struct HeadphoneJacks: ~Copyable {
  private let cards: [CardControl]

  /// Opens the controls of the cards that are there now.
  init() { cards = ALSADevices.cards.compactMap { CardControl($0) } }

  /// The descriptors that can be read when a control has changed.
  var descriptors: [Int32] { cards.compactMap(\.descriptor) }

  /// Reads the changes that have come. Returns the numbers of the cards whose headphones were unplugged.
  func newlyUnplugged() -> [Int] { cards.filter { $0.readChanges() }.map { Int($0.number) } }

  static func isHeadphones(_ control: String) -> Bool {
    control.hasSuffix("Jack") && (control.contains("Headphone") || control.contains("Headset"))
  }
}

/// Owns a `snd_ctl_t` that reports changes of the controls of a card.
private final class CardControl {
  let number: Int32
  private let raw: OpaquePointer

  init?(_ number: Int32) {
    var opened: OpaquePointer?
    guard snd_ctl_open(&opened, "hw:\(number)", SND_CTL_NONBLOCK | Int32(SND_CTL_READONLY)) >= 0,
      let control = opened
    else { return nil }
    guard snd_ctl_subscribe_events(control, 1) >= 0 else {
      snd_ctl_close(control)
      return nil
    }
    (self.number, raw) = (number, control)
  }

  deinit { snd_ctl_close(raw) }

  var descriptor: Int32? {
    var polled = pollfd()
    return snd_ctl_poll_descriptors(raw, &polled, 1) == 1 ? polled.fd : nil
  }

  /// Reads the changes of the jack controls. Returns whether headphones were unplugged.
  func readChanges() -> Bool {
    var event: OpaquePointer?
    guard snd_ctl_event_malloc(&event) >= 0 else { return false }
    defer { snd_ctl_event_free(event) }
    var wasUnplugged = false
    while snd_ctl_read(raw, event) > 0 {
      guard snd_ctl_event_get_type(event) == SND_CTL_EVENT_ELEM,
        snd_ctl_event_elem_get_mask(event) & UInt32(SND_CTL_EVENT_MASK_VALUE) != 0,
        let name = snd_ctl_event_elem_get_name(event),
        HeadphoneJacks.isHeadphones(String(cString: name))
      else { continue }
      wasUnplugged = isPlugged(event) == false || wasUnplugged
    }
    return wasUnplugged
  }

  /// Returns the value of the control that an event names; nil if it cannot be read.
  private func isPlugged(_ event: OpaquePointer?) -> Bool? {
    var (id, value): (OpaquePointer?, OpaquePointer?) = (nil, nil)
    guard snd_ctl_elem_id_malloc(&id) >= 0 else { return nil }
    defer { snd_ctl_elem_id_free(id) }
    guard snd_ctl_elem_value_malloc(&value) >= 0 else { return nil }
    defer { snd_ctl_elem_value_free(value) }
    snd_ctl_event_elem_get_id(event, id)
    snd_ctl_elem_value_set_id(value, id)
    guard snd_ctl_elem_read(raw, value) >= 0 else { return nil }
    return snd_ctl_elem_value_get_boolean(value, 0) != 0
  }
}
