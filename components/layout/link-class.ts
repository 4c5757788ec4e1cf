/** Of a link that stands on its own, beside text or in a list: as high as a target has to be. */
export const linkClass = "link";
