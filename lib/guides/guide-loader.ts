import { GUIDE_TITLES } from "./guide.ts";
import { renderGuide } from "./render-guide.ts";

/** The part of the bundler's loader context that is needed here. */
type Loading = { addDependency: (file: string) => void };

/** Turns an imported guide into a module with the rendered guide, so that the library is needed at build time only. */
export default function guideLoader(this: Loading, markdown: string): string {
	// The bundler caches a rendered guide as long as these are unchanged.
	for (const file of ["guide.ts", "render-guide.ts"]) this.addDependency(`${import.meta.dirname}/${file}`);
	return `export default ${JSON.stringify(renderGuide(markdown, GUIDE_TITLES))};`;
}
