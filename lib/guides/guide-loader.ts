import { GUIDE_TITLES } from "./guide.ts";
import { renderGuide } from "./render-guide.ts";

/** Makes a guide that is imported a module with the rendered guide, so that the library is needed while building only. */
export default function guideLoader(markdown: string): string {
	return `export default ${JSON.stringify(renderGuide(markdown, GUIDE_TITLES))};`;
}
