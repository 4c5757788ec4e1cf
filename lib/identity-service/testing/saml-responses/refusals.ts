/** Name of a hostile response, sentence of its refusal, and the response: XML, or an edit of the template. */
export type HostileRow<Made = string> = [name: string, refusal: string | RegExp, made: Made];

export const UNREADABLE = /^The response cannot be read\. /;
export const NOT_SIGNED = /^The response's signature is not accepted\. /;
export const NONE = "The response's signature is not accepted. There is no signature.";
export const DOES_NOT_FIT =
	"The response's signature is not accepted. The signature is not valid: the content was changed, or another key signed it.";
