/** Control characters, lone surrogates, and what stands for bytes that were no text. */
export const UNREADABLE_TEXT = /[\p{Cc}\p{Cs}\u{fffd}]/u;
