"use client";

/** Every page's data names it, and every page loads it: so it is a client component, and plain markup. */
export default function NotFound() {
	return (
		<main className="mx-auto grid max-w-md gap-4 p-6">
			<h1 className="text-2xl font-semibold">Page not found</h1>
			<p>No page has this address.</p>
			<a href="/" className="text-accent underline">
				Back to the overview
			</a>
		</main>
	);
}
