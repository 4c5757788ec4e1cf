"use client";

import { lazy, Suspense } from "react";
import { Alert } from "@/components/ui/alert";
import type { MetadataResource } from "@/lib/dashboard/registry/resources";
import { metadataWords } from "../_metadata/metadata-words";
import { endWords } from "./end-words";
import type { Watched } from "./watched";

// The query library is loaded only here, right after the request.
const EndWatch = lazy(() => import("./end-watch").then((file) => ({ default: file.EndWatch })));

/** Above a token or session whose end was requested and that the service still returns. @param page its address, to look again */
export function EndStatus({ resource, id, page }: { resource: MetadataResource; id: string; page: string }) {
	return (
		<EndRequested
			title={endWords[resource].requested}
			what={`the ${metadataWords[resource].one} is`}
			watched={{ resource, id }}
			page={page}
		/>
	);
}

type EndRequestedProps = {
	title: string;
	/** The subject of "still listed". */
	what: string;
	watched: Watched;
	/** The address of the page. */
	page: string;
};

export function EndRequested({ title, what, watched, page }: EndRequestedProps) {
	return (
		<Alert tone="warning" title={title}>
			<p>
				The service has accepted the request and carries it out in a moment. Until then {what} still listed.{" "}
				<a href={page} className="inline-flex min-h-6 items-center font-medium text-accent underline">
					Look again
				</a>
			</p>
			<Suspense>
				<EndWatch watched={watched} />
			</Suspense>
		</Alert>
	);
}
