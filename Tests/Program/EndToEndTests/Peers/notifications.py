"""A stand-in for a desktop's notifications: prints each one, and invokes actions on request."""
import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

NAME = "org.freedesktop.Notifications"


class Server(dbus.service.Object):
    def __init__(self, bus):
        super().__init__(bus, "/org/freedesktop/Notifications")
        self.last = 0

    @dbus.service.method(NAME, in_signature="susssasa{sv}i", out_signature="u")
    def Notify(self, program, replaced, icon, title, body, actions, hints, timeout):
        self.last = int(replaced) or self.last + 1
        picture = str(hints.get("image-path", "none")).rsplit("/", 1)[-1]
        lines = str(body).replace("\n", " / ")
        print(f"{self.last} replaces {int(replaced)}: {title} [{lines}] {','.join(actions)} {picture}", flush=True)
        return dbus.UInt32(self.last)

    @dbus.service.signal(NAME, signature="us")
    def ActionInvoked(self, number, action):
        pass

    @dbus.service.signal(NAME, signature="uu")
    def NotificationClosed(self, number, reason):
        pass

    @dbus.service.method("org.drumdub.Test", in_signature="s")
    def Invoke(self, action):
        self.ActionInvoked(self.last, action)

    @dbus.service.method("org.drumdub.Test")
    def Close(self):
        self.NotificationClosed(self.last, 2)


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.SessionBus()
name = dbus.service.BusName(NAME, bus)
server = Server(bus)
print("ready", flush=True)
GLib.MainLoop().run()
