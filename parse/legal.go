package parse

import "github.com/evanw/esbuild/pkg/api"

// LegalComments says what becomes of legal comments: those with @license or @preserve, and those that
// begin with /*! or //!.
type LegalComments uint8

const (
	// LegalDefault leaves them where they are, in a bundle at its end. Those in a function that is
	// printed without white space may be lost.
	LegalDefault LegalComments = iota
	// LegalNone drops them.
	LegalNone
	// LegalInline leaves them where they are. Those in code that is gone go to the end of the file.
	LegalInline
	// LegalEOF moves them to the end of the file, each text once.
	LegalEOF
)

// LegalPlaces are the names of the constants from LegalNone on, in their order.
var LegalPlaces = []string{"none", "inline", "eof"}

// legal are esbuild's names for the constants.
var legal = [...]api.LegalComments{api.LegalCommentsDefault, api.LegalCommentsNone, api.LegalCommentsInline, api.LegalCommentsEndOfFile}
