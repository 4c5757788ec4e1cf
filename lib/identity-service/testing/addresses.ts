export const ISSUER = "http://localhost:3000/";
export const AUDIENCE = "http://localhost:3000/api/v2/";
export const REDIRECT_URI = "http://localhost:3000/callback";
/** An API beside the management interface. */
export const ORDERS = "https://api.example.com/orders";
