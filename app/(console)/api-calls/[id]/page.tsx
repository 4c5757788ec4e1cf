import type { Metadata } from "next";
import { callName } from "../call-words";
import { callsPage, exchangeOf } from "../calls";

type Props = PageProps<"/api-calls/[id]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
	// The page itself refuses who may not see it.
	const exchange = await exchangeOf(decodeURIComponent((await params).id)).catch(() => null);
	return { title: exchange ? `${callName(exchange)} · API calls` : "API call" };
}

/** One call; on wide screens with its list beside it. */
export default async function ApiCallPage(props: Props) {
	return callsPage(props, decodeURIComponent((await props.params).id));
}
