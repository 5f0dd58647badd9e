// The C library of the system, for this module and for all that import it.
#if canImport(Glibc)
@_exported public import Glibc
#elseif canImport(Musl)
@_exported public import Musl
#elseif canImport(Darwin)
@_exported public import Darwin
#endif

/// Whether this is Linux, where programs go by other names.
#if os(Linux)
package let isLinux = true
#else
package let isLinux = false
#endif
