import { createElement, type ReactNode } from "react";
import { renderToReadableStream } from "react-dom/server";
import { Queries } from "@/app/_forms/queries";
import { runWithin } from "@/lib/dashboard/testing/run-within";
import type { ConsolePage, Sample } from "./console-pages";

const WITHIN_MS = 10_000;

/** A page as the server sends it, without the frame around it. */
export type RenderedPage = { html: string; heading: string; text: string };

/** Renders a page of the list with all that it waits for. @throws what the page throws */
export async function renderPage({ Page, id, query }: ConsolePage, sample: Sample): Promise<RenderedPage> {
	const props = {
		params: Promise.resolve({ id: id ? encodeURIComponent(sample[id]) : "", name: "operator" }),
		searchParams: Promise.resolve({ wait: "yes", ...query?.(sample) }),
	};
	const failures: unknown[] = [];
	const page = await runWithin(WITHIN_MS, async () => Page(props));
	const element = createElement(Queries, null, page as ReactNode);
	const stream = await runWithin(WITHIN_MS, () =>
		renderToReadableStream(element, { onError: (error) => void failures.push(error) }),
	);
	const html = (await new Response(stream).text()).replaceAll(/<!--.*?-->/gs, "");
	if (failures.length > 0) throw failures[0];
	const [, heading = ""] = /<h1[^>]*>(.*?)<\/h1>/s.exec(html) ?? [];
	return { html, heading: textOf(heading), text: textOf(html) };
}

/** What a person reads, with the values of fields and the names of elements. */
function textOf(html: string): string {
	return html
		.replaceAll(/<(script|style|template)\b.*?<\/\1>/gs, " ")
		.replaceAll(/<wbr\/>|<\/?bdi\b[^>]*>/g, "")
		.replaceAll(/<[^>]*? (?:value|aria-label)="([^"]*)"[^>]*>/g, " $1 ")
		.replaceAll(/<[^>]+>/g, " ")
		.replaceAll("&#x27;", "'")
		.replaceAll("&quot;", '"')
		.replaceAll("&lt;", "<")
		.replaceAll("&gt;", ">")
		.replaceAll("&amp;", "&")
		.replaceAll(/\s+/g, " ");
}
