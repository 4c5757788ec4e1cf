"use client";

import { lazy, Suspense } from "react";
import { Alert } from "@/components/ui/alert";
import type { MetadataResource } from "@/lib/dashboard/registry/resources";
import { metadataWords } from "../_metadata/metadata-words";
import { endWords } from "./end-words";
import type { Watched } from "./watched";

// The query library is loaded only here, right after the request.
const EndWatch = lazy(() => import("./end-watch").then((file) => ({ default: file.EndWatch })));

/** Above a token or session whose end was requested and that the service still returns. */
export function EndStatus({ resource, id }: { resource: MetadataResource; id: string }) {
	return (
		<EndRequested
			title={endWords[resource].requested}
			what={`the ${metadataWords[resource].one} is`}
			watched={{ resource, id }}
		/>
	);
}

/** @param what the subject of "still listed" */
export function EndRequested({ title, what, watched }: { title: string; what: string; watched: Watched }) {
	return (
		<Alert tone="warning" title={title}>
			<p>
				The service has accepted the request and carries it out in a moment. Until then {what} still listed; this page
				looks again by itself where scripts are on.
			</p>
			<Suspense>
				<EndWatch watched={watched} />
			</Suspense>
		</Alert>
	);
}
