// A guide as lib/guides/guide-loader.ts compiles it.
declare module "@/docs/guides/*.md" {
	import type { RenderedGuide } from "@/lib/guides/guide";

	const guide: RenderedGuide;
	export default guide;
}
