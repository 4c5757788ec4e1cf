// What a paste of several keys needs, in one file: both come or neither does.
export { PastePreview } from "./paste-preview";
export { parsePasted } from "./rows/pasted-text";
