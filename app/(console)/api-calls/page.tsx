import type { Metadata } from "next";
import { callsPage } from "./calls";

export const metadata: Metadata = { title: "API calls" };

export default function ApiCallsPage(props: PageProps<"/api-calls">) {
	return callsPage(props);
}
