// What lib/guides/guide-loader.ts makes of a guide.
declare module "@/docs/*.md" {
	import type { RenderedGuide } from "@/lib/guides/guide";

	const guide: RenderedGuide;
	export default guide;
}
