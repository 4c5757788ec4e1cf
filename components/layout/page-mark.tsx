import { cookies } from "next/headers";
import { FreshPage } from "./fresh-pages";
import { LAST_WRITE_COOKIE } from "./last-write";

/** On each page: the write after which it was rendered. It is part of the page's heading. */
export async function PageMark() {
	return <FreshPage renderedAfter={(await cookies()).get(LAST_WRITE_COOKIE)?.value ?? ""} />;
}
