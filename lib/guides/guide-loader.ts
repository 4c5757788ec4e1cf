import { GUIDE_TITLES } from "./guide.ts";
import { renderGuide } from "./render-guide.ts";

/** What the bundler gives a loader, as far as it is needed here. */
type Loading = { addDependency: (file: string) => void };

/** Makes a guide that is imported a module with the rendered guide, so that the library is needed while building only. */
export default function guideLoader(this: Loading, markdown: string): string {
	// What was rendered before is kept by the bundler as long as these are the same.
	for (const file of ["guide.ts", "render-guide.ts"]) this.addDependency(`${import.meta.dirname}/${file}`);
	return `export default ${JSON.stringify(renderGuide(markdown, GUIDE_TITLES))};`;
}
