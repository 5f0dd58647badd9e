// The types of the API that other modules declare.
@_exported public import Text
