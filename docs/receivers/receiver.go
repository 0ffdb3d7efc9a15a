// Receives webhooks of the chain data service:  SECRET=<64 hexadecimal digits> go run receiver.go
//
// Go 1.20 or newer, no modules. Copy Verify into your project.
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Messages whose timestamp is further than this from now, in either direction, are rejected.
const tolerance = 300 * time.Second

func same(given string, secret []byte, parts ...[]byte) bool {
	mac := hmac.New(sha256.New, secret)
	for _, part := range parts {
		mac.Write(part)
	}
	expected := base64.StdEncoding.EncodeToString(mac.Sum(nil))
	return hmac.Equal([]byte(given), []byte(expected))
}

// Verify tells whether a message is authentic, by Standard Webhooks. secret is the decoded form of the 64 hexadecimal
// digits of /v1/webhooks:getSharedSecret; body is the raw bytes, before any parsing.
func Verify(secret []byte, header http.Header, body []byte, now time.Time) bool {
	id, timestamp := header.Get("webhook-id"), header.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if id == "" || err != nil {
		return false
	}
	if age := now.Sub(time.Unix(seconds, 0)); age > tolerance || age < -tolerance {
		return false
	}
	isAuthentic := false
	// All are checked: during a secret rotation there are two signatures, and only one of them uses our secret.
	for _, signature := range strings.Split(header.Get("webhook-signature"), " ") {
		version, value, _ := strings.Cut(signature, ",")
		if version == "v1" && same(value, secret, []byte(id+"."+timestamp+"."), body) {
			isAuthentic = true
		}
	}
	return isAuthentic
}

// VerifySimple checks only x-signature, which does not cover the time of sending.
func VerifySimple(secret []byte, header http.Header, body []byte) bool {
	return same(header.Get("x-signature"), secret, body) || same(header.Get("x-signature-previous"), secret, body)
}

type message struct {
	MessageID string `json:"messageId"`
	EventType string `json:"eventType"`
	Event     struct {
		Removes     string `json:"removes"`
		Transaction struct {
			TxHash string `json:"txHash"`
		} `json:"transaction"`
	} `json:"event"`
}

func main() {
	secret, err := hex.DecodeString(os.Getenv("SECRET"))
	if err != nil || len(secret) == 0 {
		log.Fatal("SECRET is not hexadecimal")
	}
	// Ids already handled. A message may be delivered twice: store them where they outlive this process.
	var seen sync.Map
	handle := func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil || !Verify(secret, r.Header, body, time.Now()) {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		var m message
		if err := json.Unmarshal(body, &m); err != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		if _, isKnown := seen.LoadOrStore(m.MessageID, true); !isKnown {
			// A removal may arrive before the message that it removes: remember it, too.
			if m.EventType == "address_activity_removed" {
				fmt.Println("taken back", m.Event.Removes)
			} else {
				fmt.Println("active", m.Event.Transaction.TxHash, m.MessageID)
			}
		}
		// Answer any 2xx status within ten seconds. Put long work into a queue of your own.
		w.WriteHeader(http.StatusNoContent)
	}
	port := os.Getenv("PORT")
	if port == "" {
		port = "8080"
	}
	listener, err := net.Listen("tcp", ":"+port)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("listening on", listener.Addr().(*net.TCPAddr).Port)
	log.Fatal(http.Serve(listener, http.HandlerFunc(handle)))
}
