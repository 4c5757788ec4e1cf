/** Name of a hostile response, sentence of its refusal, and the response: XML, or an edit of the template. */
export type HostileRow<Made = string> = [name: string, refusal: string | RegExp, made: Made];

export const UNREADABLE = /^The answer cannot be read\. /;
export const NOT_SIGNED = /^The answer is not signed as it has to be\. /;
export const NONE = "The answer is not signed as it has to be. There is no signature.";
export const DOES_NOT_FIT =
	"The answer is not signed as it has to be. The signature is not valid: the content was changed, or another key signed it.";
