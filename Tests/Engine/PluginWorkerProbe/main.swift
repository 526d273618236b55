import Glibc
import Plugins

exit(PluginWorker.run())
